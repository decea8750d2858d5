package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several contributions under one id, through a whole runtime. */
class ExtensionTest {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    record Nothing() {}

    private static AiTool tool(String name, String... tags) {
        return AiTool.of(name, "Does " + name + ".", Nothing.class, (none, context) -> name)
                .withTags(tags);
    }

    private static RequestPolicy says(String words) {
        return call -> call.withAdded(new Interaction.System(words));
    }

    private ToolPolicy marks(String name) {
        return (call, next) -> {
            seen.add(name + " " + call.call().name());
            return next.proceed(call);
        };
    }

    private Hook hook(String name, int priority) {
        return new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                seen.add(name);
                return Decision.proceed();
            }

            @Override
            public int priority() {
                return priority;
            }
        };
    }

    private final class Doors implements Extension {
        @Override
        public void contribute(Contributions to) {
            to.addTools(tool("find_door", "look"), tool("hang_door"))
                    .addContext("doors", () -> 3)
                    .addRequestPolicy("door-words", says("Doors open outwards."))
                    .addPolicy("door-attempt", (call, next) -> next.proceed(call))
                    .addResponsePolicy("door-answer", (ret, call) -> ret.mapText(text -> text + " (doors)"))
                    .addToolPolicy("every", marks("every"))
                    .addHook("door-hook", hook("doors", 100))
                    .addView(new ConversationObserver() {
                        @Override
                        public void onTurnStarted(Interaction.User input) {
                            seen.add("view");
                        }
                    })
                    .addObserver(event -> seen.add("telemetry"));
        }
    }

    private static AiBody body() {
        return AiBody.builder()
                .toolFilter("*")
                .contextFilter("*")
                .addUser("Doors?")
                .build();
    }

    @Test
    @Tag("C82")
    @Tag("A5")
    @Tag("A31")
    @Tag("H1")
    @Tag("H28")
    void extension_addsAllItBrings_underItsId() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("find_door", Map.of()).says("Three.");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addExtension(new Doors()).build()) {
            assertThat(ai.send(body()).text()).isEqualTo("Three. (doors)");
            assertThat(ai.describe())
                    .contains(
                            "request   door-words @Doors",
                            "door-hook @Doors",
                            "every * @Doors",
                            "find_door #look @Doors");
        }
        assertThat(seen).contains("every find_door", "doors", "view", "telemetry");
        assertThat(model.calls().get(0).effective())
                .anyMatch(said -> said.text().contains("outwards"))
                .anyMatch(Interaction.Context.class::isInstance);
    }

    @Test
    void facts_areChosenByTheirExtension() {
        ScriptedProvider model = ScriptedProvider.create().says("Three.").says("None.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addExtension(new Doors())
                .addContext("windows", () -> 7)
                .build()) {
            ai.send(AiBody.of("Doors?").toBuilder().contextFilter("@Doors").build());
            assertThat(facts(model.calls().get(0))).containsOnlyKeys("doors");
            ai.send(AiBody.of("Doors?").toBuilder().contextFilter("*, -@Doors").build());
            assertThat(facts(model.calls().get(1))).containsOnlyKeys("windows");
        }
    }

    private static Map<String, Json> facts(AiCall call) {
        return call.facts().orElseThrow().values();
    }

    /** What the model is sent, and how the runtime describes itself, when these extensions are given in that order. */
    private List<Object> described(List<String> ids) {
        ScriptedProvider model = ScriptedProvider.create().says("Yes.");
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model).addContext("host", () -> "mm");
        for (String id : ids) {
            builder.addExtension(
                    id,
                    to -> to.addTools(tool("tool-" + id))
                            .addContext("fact-" + id, () -> id)
                            .addRequestPolicy("words-" + id, says(id))
                            .addResponsePolicy("answer-" + id, (ret, call) -> ret.mapText(text -> text + id))
                            .addPolicy("attempt-" + id, (call, next) -> next.proceed(call))
                            .addToolPolicy("policy-" + id, marks(id))
                            .addHook("hook-" + id, hook(id, 100)));
        }
        try (AiRuntime ai = builder.addRequestPolicy("host", says("host")).build()) {
            String text = ai.send(body()).text();
            AiCall sent = model.calls().get(0);
            return List.of(ai.describe(), text, sent.effective(), sent.fingerprint(), List.copyOf(seen));
        } finally {
            seen.clear();
        }
    }

    @Test
    @Tag("C75")
    @Tag("C105")
    @Tag("A30")
    void order_inWhichExtensionsAreGiven_leavesNoTrace() {
        assertThat(described(List.of("b", "a", "c")))
                .isEqualTo(described(List.of("a", "b", "c")))
                .isEqualTo(described(List.of("c", "b", "a")));
    }

    @Test
    @Tag("H30")
    void hostsOwn_standsBeforeThoseOfExtensions() {
        ScriptedProvider model = ScriptedProvider.create().says("Yes.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addExtension(
                        "a",
                        to -> to.addRequestPolicy("a", says("a"))
                                .addResponsePolicy("last", (ret, call) -> ret.mapText(t -> t + "a")))
                .addRequestPolicy("z", says("z"))
                .addResponsePolicy("z-last", (ret, call) -> ret.mapText(text -> text + "z"))
                .build()) {
            assertThat(ai.send("Hello?").text()).isEqualTo("Yes.az");
        }
        assertThat(model.calls().get(0).effective().stream()
                        .filter(Interaction.System.class::isInstance)
                        .map(Interaction::text))
                .containsExactly("z", "a");
    }

    @Test
    @Tag("C16")
    @Tag("C67")
    @Tag("C113")
    @Tag("C114")
    @Tag("A29")
    @Tag("A30")
    @Tag("H29")
    void hooks_arePriorityThenIdThenRegistration() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Yes."))
                .addExtension("b", to -> to.addHook("b1", hook("b1", 100)).addHook("b2", hook("b2", 100)))
                .addExtension("a", to -> to.addHook("a1", hook("a1", 100)).addHook("early", hook("early", 10)))
                .addHook("host", hook("host", 100))
                .build()) {
            ai.send("Hello?");
        }
        assertThat(seen).containsExactly("early", "host", "a1", "b1", "b2");
    }

    @Test
    @Tag("H27")
    void toolPolicy_concernsAllToolsOrThoseOfAnExtensionOrATagOrOne() {
        ScriptedProvider model = ScriptedProvider.create();
        List.of("find_door", "hang_door", "host_look")
                .forEach(name -> model.callsTool(name, Map.of()).nextRound());
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model.says("Done."))
                .addExtension(new Doors())
                .addTools(tool("host_look", "look"))
                .addToolPolicy("1-all", "*", marks("all"))
                .addToolPolicy("2-plugin", "@Doors", marks("plugin"))
                .addToolPolicy("3-tag", "#look", marks("tag"))
                .addToolPolicy("4-tool", "hang_door", marks("tool"))
                .build()) {
            assertThat(ai.send(body()).isOk()).isTrue();
        }
        assertThat(seen.stream().filter(mark -> mark.matches("(all|plugin|tag|tool) .*")))
                .containsExactly(
                        "all find_door",
                        "plugin find_door",
                        "tag find_door",
                        "all hang_door",
                        "plugin hang_door",
                        "tool hang_door",
                        "all host_look",
                        "tag host_look");
    }

    @Test
    @Tag("SH9")
    @Tag("C79")
    @Tag("C119")
    @Tag("A27")
    @Tag("A28")
    void noExtension_changesNothing() {
        ScriptedProvider bare = ScriptedProvider.create().says("Yes.");
        ScriptedProvider empty = ScriptedProvider.create().says("Yes.");
        try (AiRuntime plain = AiRuntime.of(bare);
                AiRuntime other = AiRuntime.builder()
                        .addProvider(empty)
                        .addExtension("nothing", to -> {})
                        .build()) {
            assertThat(other.describe()).isEqualTo(plain.describe());
            assertThat(other.send("Hello?").text())
                    .isEqualTo(plain.send("Hello?").text());
        }
        assertThat(empty.calls().get(0).fingerprint())
                .isEqualTo(bare.calls().get(0).fingerprint());
        assertThat(empty.calls().get(0).effective())
                .isEqualTo(bare.calls().get(0).effective());
    }

    @Test
    @Tag("C17")
    @Tag("A33")
    void extension_isAskedOnceForEachRuntime() {
        CountDownLatch asked = new CountDownLatch(2);
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addExtension("counting", to -> {
                    to.addHook("once", new Hook() {});
                    asked.countDown();
                });
        assertThat(asked.getCount()).isEqualTo(2);
        try (AiRuntime first = builder.build();
                AiRuntime second = builder.build()) {
            assertThat(first.describe()).isEqualTo(second.describe());
        }
        assertThat(asked.getCount()).isZero();
    }

    @Test
    @Tag("A37")
    void throwingExtension_failsTheBuildWithItsId() {
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addExtension("com.acme.doors", to -> to.addTools("not a tool at all"));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("com.acme.doors")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void extensionOfAnotherVersion_failsTheBuildWithItsId() {
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addExtension("old", to -> {
                    throw new NoSuchMethodError("Contributions.gone");
                });
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("old");
    }

    @Test
    @Tag("A31")
    void idMissingOrTaken_isRefusedWhereItIsGiven() {
        AiRuntime.Builder builder = AiRuntime.builder().addExtension(new Doors());
        assertThatThrownBy(() -> builder.addExtension(new Doors()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the extension id is used twice: Doors");
        assertThatThrownBy(() -> builder.addExtension("plumbline", to -> {}))
                .hasMessageContaining("the id \"plumbline\" is reserved");
        assertThatThrownBy(() -> builder.addExtension(to -> {})).hasMessageContaining("addExtension(id, extension)");
        assertThatThrownBy(() -> builder.addExtension(new Extension() {
                    @Override
                    public void contribute(Contributions to) {}
                }))
                .hasMessageContaining("addExtension(id, extension)");
    }

    @Test
    @Tag("A4")
    void nameUsedByTwoExtensions_isRefused() {
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addExtension("a", to -> to.addTools(tool("draw")))
                .addExtension("b", to -> to.addTools(tool("draw")));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("given by a and by b");
    }

    @Test
    void throwingView_ofAnExtension_isIsolated() throws InterruptedException {
        CountDownLatch finished = new CountDownLatch(1);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Yes."))
                .addExtension(
                        "broken",
                        to -> to.addView(new ConversationObserver() {
                                    @Override
                                    public void onTurnStarted(Interaction.User input) {
                                        throw new IllegalStateException("broken");
                                    }
                                })
                                .addObserver(event -> {
                                    throw new IllegalStateException("broken");
                                }))
                .addView(new ConversationObserver() {
                    @Override
                    public void onFinished(dev.plumbline.call.AiReturn ret) {
                        finished.countDown();
                    }
                })
                .build()) {
            assertThat(ai.send("Hello?").text()).isEqualTo("Yes.");
            assertThat(finished.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
