package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.extensions.ToolSelector;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.ServiceBill;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was sent stays sent: no feature of ours changes what an answer was bound to, with the default model of Anthropic. */
@Timeout(120)
class SentPrefixTest {
    private static final AiBody BODY = AiBody.builder()
            .addSystem("You draw.")
            .toolFilter("*")
            .contextFilter("*")
            .build();

    private final AtomicInteger readings = new AtomicInteger();

    private static AiRuntime.Builder runtime(EmulatedAnthropic server) {
        return AiRuntime.builder()
                .addProvider(AnthropicMessages.builder()
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address())
                        .streaming(false)
                        .build());
    }

    private static EmulatedAnthropic server(Function<Json, AnthropicScript> answers) throws IOException {
        return new EmulatedAnthropic(answers);
    }

    private static AnthropicScript yes(Json request) {
        return EmulatedAnthropic.says("Yes.");
    }

    /** Calls the tool in the first round of each turn. */
    private static AnthropicScript draws(Json request) {
        List<Json> messages = request.get("messages").elements();
        boolean drawn = messages.get(messages.size() - 1).text().contains("tool_result");
        return drawn ? EmulatedAnthropic.says("Done.") : EmulatedAnthropic.calls("draw");
    }

    private static void isAccepted(EmulatedAnthropic server, int requests) {
        isAccepted(server, requests, Map.of());
    }

    private static void isAccepted(EmulatedAnthropic server, int requests, Map<ServiceBill.Part, Integer> beginnings) {
        assertThat(server.requests()).hasSize(requests);
        assertThat(server.service.refused()).isEmpty();
        assertThat(server.service.dropped()).isEmpty();
        assertThat(server.service.bill().beginnings()).isEqualTo(beginnings);
    }

    /** A tool of the plan. */
    public static final class Plan {
        @Tool("Draws a wall")
        public String draw() {
            return "drawn";
        }
    }

    @Test
    @DisplayName("P1 facts that change between turns are told behind, and stay where they were told")
    void p1_changingFact() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::yes);
                AiRuntime ai = runtime(server)
                        .addContext("selection", readings::incrementAndGet)
                        .addContext("units", () -> "mm")
                        .build();
                ConversationSession session = ai.session(BODY)) {
            assertThat(session.send("One?").isOk()).isTrue();
            assertThat(session.send("Two?").isOk()).isTrue();
            assertThat(session.send("Three?").isOk()).isTrue();

            isAccepted(server, 3);
            String last = server.requests().get(2).text();
            assertThat(last)
                    .containsOnlyOnce("units")
                    .contains("selection\\\":1", "selection\\\":2", "selection\\\":3");
        }
    }

    @Test
    @DisplayName("P2 a fact that is read before every call, and a tool: told behind the results if it has changed")
    void p2_volatileFact() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::draws);
                AiRuntime ai = runtime(server)
                        .addTools(new Plan())
                        .addContext(ContextSource.of("zoom", readings::incrementAndGet)
                                .withVolatile(true))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            assertThat(session.send("Draw.").text()).isEqualTo("Done.");
            assertThat(session.send("Again.").text()).isEqualTo("Done.");

            isAccepted(server, 4);
            assertThat(session.path()).extracting(ConversationEntry::kind).doesNotContain(Interaction.Kind.CONTEXT);
            assertThat(session.path())
                    .extracting(ConversationEntry::facts)
                    .filteredOn(Optional::isPresent)
                    .hasSize(4);
        }
    }

    @Test
    @DisplayName("P1 what was told is told on another branch, after an edit and after a restart, too")
    void p1_paths() throws IOException {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (EmulatedAnthropic server = server(SentPrefixTest::draws)) {
            String id;
            try (AiRuntime ai = told(server, records);
                    ConversationSession session = ai.session(BODY)) {
                id = session.id();
                session.send("One?");
                ConversationEntry question = session.path().get(1);
                session.send("Two?");
                try (ConversationSession fork = session.fork("side")) {
                    assertThat(fork.send("Three?").error()).isEmpty();
                }
                assertThat(session.edit(question, "One, really?").error()).isEmpty();
                assertThat(session.send("Four?").error()).isEmpty();
            }
            try (AiRuntime ai = told(server, records);
                    ConversationSession session = ai.resume(id)) {
                assertThat(session.send("Five?").error()).isEmpty();
                assertThat(session.onBranch("side").send("Six?").error()).isEmpty();
            }
            isAccepted(server, 14);
        }
    }

    private AiRuntime told(EmulatedAnthropic server, Map<String, List<Json>> records) {
        return runtime(server)
                .addTools(new Plan())
                .addContext("selection", readings::incrementAndGet)
                .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                .build();
    }

    @Test
    @DisplayName("P6 a side turn sends what the conversation sent: its instructions, its tools, its facts")
    void p6_sideTurn() throws IOException {
        try (EmulatedAnthropic server = server(request -> request.at("/tool_choice/type")
                                        .exists()
                                && request.at("/tool_choice/type").asText().equals("none")
                        ? yes(request)
                        : draws(request));
                AiRuntime ai = runtime(server)
                        .addTools(new Plan())
                        .addContext("selection", readings::incrementAndGet)
                        .build();
                ConversationSession session = ai.session(BODY)) {
            session.send("One?");
            assertThat(session.runSideTurn(SideTurn.title()).error()).isEmpty();
            assertThat(session.send("Two?").error()).isEmpty();

            // the model calls a tool in the side turn all the same, which is denied
            isAccepted(server, 6);
        }
    }

    @Test
    @DisplayName("P3 a skill on demand changes nothing that was sent")
    void p3_skillOnDemand() throws IOException {
        Skill drafting = Skill.of("drafting", "Draws walls to scale.")
                .withInstructions("Walls are 240 mm thick.")
                .withTools(new Plan())
                .withOnDemand();
        try (EmulatedAnthropic server = server(request -> {
                    int size = request.get("messages").elements().size();
                    return size == 1
                            ? EmulatedAnthropic.calls("use_drafting")
                            : size == 3 ? EmulatedAnthropic.calls("draw") : EmulatedAnthropic.says("Drawn.");
                });
                AiRuntime ai = runtime(server).addSkill(drafting).build();
                ConversationSession session = ai.session(BODY)) {
            assertThat(session.send("A wall.").text()).isEqualTo("Drawn.");
            assertThat(session.send("Thanks.").error()).isEmpty();

            isAccepted(server, 4);
            assertThat(server.requests().get(0).text()).doesNotContain("240 mm");
            assertThat(server.requests().get(3).text()).containsOnlyOnce("240 mm");
        }
    }

    /** The shape of an answer. */
    public record Wall(String id, int length) {}

    @Test
    @DisplayName("P14 an answer that was repaired goes back without the thinking behind the bad one")
    void p14_repairedAnswer() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (EmulatedAnthropic server = server(request -> EmulatedAnthropic.says(
                        asked.getAndIncrement() == 0 ? "{\"id\":\"w1\"}" : "{\"id\":\"w1\",\"length\":5}"));
                AiRuntime ai = runtime(server).build();
                ConversationSession session = ai.session(BODY)) {
            assertThat(session.send("A wall?", Wall.class).length()).isEqualTo(5);
            assertThat(session.send("Another one?", Wall.class).length()).isEqualTo(5);

            isAccepted(server, 3);
        }
    }

    @Test
    @DisplayName("P16 an answer of our own cache has no thinking that is bound to another session's facts")
    void p16_cachedAnswer() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::yes);
                AiRuntime ai = runtime(server)
                        .cache(ResponseStore.inMemory(10))
                        .addContext(ContextSource.of("time", readings::incrementAndGet)
                                .withCacheRelevant(false))
                        .build();
                ConversationSession one = ai.session(BODY);
                ConversationSession other = ai.session(BODY)) {
            one.send("One?");
            other.send("One?");
            assertThat(server.requests()).hasSize(1);
            assertThat(other.send("Two?").error()).isEmpty();

            isAccepted(
                    server,
                    2,
                    Map.of(ServiceBill.Part.MESSAGES, 1)); // the answer was made for the facts of the other session
        }
    }

    @Test
    @DisplayName("P8 a conversation asks the service to keep what it has sent; a single call does not, nor does NONE")
    void p8_promptCache() throws IOException {
        SessionOptions none = SessionOptions.builder()
                .promptCache(PromptCacheHint.Retention.NONE)
                .build();
        try (EmulatedAnthropic server = server(SentPrefixTest::draws);
                AiRuntime ai = runtime(server).addTools(new Plan()).build();
                ConversationSession session = ai.session(BODY);
                ConversationSession without = ai.session(BODY, none)) {
            session.send("One?");
            session.send("Two?");
            assertThat(server.requests()).extracting(SentPrefixTest::marks).containsExactly(2, 3, 3, 3);
            without.send("One?");
            ai.send(BODY.withAdded(Interaction.user("One?")));
            assertThat(server.requests().subList(4, 8))
                    .extracting(SentPrefixTest::marks)
                    .containsExactly(0, 0, 0, 3);
        }
    }

    @Test
    @DisplayName("P8 the prompt is kept for an hour where a conversation asks for it")
    void p8_longPromptCache() throws IOException {
        SessionOptions hour = SessionOptions.builder()
                .promptCache(PromptCacheHint.Retention.LONG)
                .build();
        try (EmulatedAnthropic server = server(SentPrefixTest::draws);
                AiRuntime ai = runtime(server).addTools(new Plan()).build();
                ConversationSession session = ai.session(BODY, hour)) {
            session.send("One?");
            session.send("Two?");

            isAccepted(server, 4);
            assertThat(server.requests())
                    .allMatch(request ->
                            request.text().contains("\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}"));
        }
    }

    private static int marks(Json request) {
        return request.text().split("cache_control", -1).length - 1;
    }

    @Test
    @DisplayName(
            "P5 history that is left out goes at a mark, down to half, and nothing is refused before, there and after")
    void p5_historyReduction() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::draws);
                AiRuntime ai = runtime(server)
                        .addTools(new Plan())
                        .addContext("units", () -> "mm")
                        .policyOrder(order -> order.before("retry", "history", Policies.historyReduction(120)))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            List<String> startsOver = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                AiReturn ret = session.send("Question " + i + ": how long is the wall, in the units of this drawing?");
                assertThat(ret.error()).isEmpty();
                if (ret.trace().table().contains("starts over")) {
                    startsOver.add("question " + i);
                }
            }
            assertThat(startsOver).hasSizeBetween(2, 4);
            Map<ServiceBill.Part, Integer> beginnings = server.service.bill().beginnings();
            isAccepted(server, 24, beginnings);
            assertThat(beginnings.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(startsOver.size());
            String last = server.lastRequest().text();
            assertThat(last).containsOnlyOnce("units\\\":").contains("signature");
        }
    }

    @Test
    @DisplayName("P6 a summary in place of old turns is asked for and sent without what was bound to more")
    void p6_historySummary() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::yes);
                AiRuntime ai = runtime(server)
                        .policyOrder(order -> order.before("retry", "history", Policies.historySummary(100)))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            for (int i = 0; i < 8; i++) {
                assertThat(session.send("Question " + i + ": how long is the wall, in the units of this drawing?")
                                .error())
                        .isEmpty();
            }
            // the turn has the summary beside its instructions
            isAccepted(server, 9, Map.of(ServiceBill.Part.SYSTEM, 1));
        }
    }

    /** The same tool in other words. */
    public static final class NewerPlan {
        @Tool("Draws a wall of the newer plug-in")
        public String draw() {
            return "drawn";
        }
    }

    @Test
    @DisplayName("P17 a conversation resumed with other tools starts over, says so, and goes on from there")
    void p17_otherTools() throws IOException {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (EmulatedAnthropic server = server(SentPrefixTest::draws)) {
            String id;
            try (AiRuntime ai = written(server, records, new Plan());
                    ConversationSession session = ai.session(BODY)) {
                id = session.id();
                session.send("One?");
                assertThat(session.send("Two?").trace().table()).doesNotContain("starts over");
            }
            for (int i = 0; i < 2; i++) {
                try (AiRuntime ai = written(server, records, new NewerPlan());
                        ConversationSession session = ai.resume(id)) {
                    AiReturn third = session.send("Three?");
                    assertThat(third.error()).isEmpty();
                    assertThat(third.trace().table().contains("starts over")).isEqualTo(i == 0);
                    AiReturn fourth = session.send("Four?");
                    assertThat(fourth.error()).isEmpty();
                    assertThat(fourth.trace().table()).doesNotContain("starts over");
                    assertThat(server.lastRequest().text()).contains("signature");
                }
            }
            isAccepted(server, 12, Map.of(ServiceBill.Part.TOOLS, 1));
        }
    }

    private static AiRuntime written(EmulatedAnthropic server, Map<String, List<Json>> records, Object tools) {
        return runtime(server)
                .addTools(tools)
                .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                .build();
    }

    @Test
    @DisplayName("P4 tools that differ from turn to turn are never refused")
    void p4_toolFilter() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::yes);
                AiRuntime ai = runtime(server)
                        .addTools(new Plan())
                        .addTools(new Look())
                        .build();
                ConversationSession session = ai.session(BODY)) {
            for (int i = 0; i < 4; i++) {
                SessionOptions one = SessionOptions.builder()
                        .toolFilter(i % 2 == 0 ? "draw" : "look")
                        .build();
                assertThat(session.send(Interaction.user("Question " + i), one).error())
                        .isEmpty();
            }
            isAccepted(server, 4, Map.of(ServiceBill.Part.TOOLS, 3));
        }
    }

    /** Another tool. */
    public static final class Look {
        @Tool("Looks at the plan")
        public String look() {
            return "seen";
        }
    }

    @Test
    @DisplayName("P6 entries behind a summary are sent without what was bound to what it replaces")
    void p6_summarize() throws IOException {
        try (EmulatedAnthropic server = server(SentPrefixTest::draws);
                AiRuntime ai = runtime(server).addTools(new Plan()).build();
                ConversationSession session = ai.session(BODY)) {
            session.send("One?");
            ConversationEntry end = session.head();
            session.send("Two?");
            session.summarize(session.path().get(1), end, "A wall was drawn.");
            assertThat(session.send("Three?").error()).isEmpty();
            assertThat(session.send("Four?").error()).isEmpty();

            isAccepted(server, 8, Map.of(ServiceBill.Part.SYSTEM, 1));
        }
    }

    @Test
    @DisplayName("P4 selected tools only come, and a conversation starts over where they do, and nowhere else")
    void p4_toolSelection() throws IOException {
        List<AiTool> tools = new ArrayList<>();
        for (String each : List.of("wall", "door", "window", "roof", "stair")) {
            tools.add(AiTool.of("draw_" + each, "Draws a " + each + ".", None.class, (none, context) -> "drawn"));
        }
        try (EmulatedAnthropic server = server(SentPrefixTest::yes);
                AiRuntime ai = runtime(server)
                        .addTools(tools)
                        .addExtension(Extensions.toolSelection(ToolSelector.create(), 1))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            List<Boolean> startsOver = new ArrayList<>();
            for (String question : List.of("A wall", "A wall again", "A door", "A wall and a door", "The door")) {
                AiReturn ret = session.send(question);
                assertThat(ret.error()).isEmpty();
                startsOver.add(ret.trace().table().contains("starts over"));
            }
            isAccepted(server, 5, Map.of(ServiceBill.Part.TOOLS, 1));
            assertThat(startsOver).containsExactly(false, false, true, false, false);
        }
    }

    /** No arguments. */
    public record None() {}
}
