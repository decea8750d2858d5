package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.BindingProvider;
import dev.plumbline.testkit.Canary;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.FakeHookContext;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.LifecycleTrace;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.ToolChecker;
import dev.plumbline.testkit.TranscriptText;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.cassette.Cassette;
import dev.plumbline.testkit.laws.AiArbitraries;
import dev.plumbline.testkit.laws.HookLaws;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerCertificate;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.testkit.server.ServiceBill;
import dev.plumbline.testkit.server.ServiceEmulator;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The programs of docs/testing.md. */
final class TestingExamples {
    private TestingExamples() {}

    static class PartNamesTest implements PolicyLaws {
        @Override
        public Policy policy() {
            return ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line.replace("PN-4711", "oak door")));
        }

        @Override
        public List<String> words() {
            return List.of("PN-4711");
        }

        @Override
        public Optional<Policy> model() {
            ResponsePolicy whole = (ret, call) -> ret.mapText(text -> text.replace("PN-4711", "oak door"));
            return Optional.of(whole);
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(Exchange.answers("Take PN-4711.", "Take oak door."));
        }
    }

    static class QuotedTest extends PartNamesTest {
        @Property
        boolean no_part_number_is_ever_shown(@ForAll("streams") List<AiDelta> stream) {
            return !PolicyProbe.run(policy(), stream).everShown().contains("PN-4711");
        }

        @Provide
        Arbitrary<List<AiDelta>> streams() {
            return AiArbitraries.streams(Arbitraries.of("PN-", "4711", "PN-4711", " a door", "\n"));
        }
    }

    static class DrawWallTest implements ToolLaws {
        private final Plan plan = new Plan();

        @Override
        public AiTool tool() {
            return AiTool.from(plan).get(0);
        }

        @Override
        public Object snapshot() {
            return List.copyOf(plan.walls);
        }
    }

    static final class Plan {
        final List<Integer> walls = new ArrayList<>();

        @Tool("Draws a wall and returns its number.")
        int drawWall(int length) {
            if (length <= 0) {
                throw new ToolException("A wall needs a length of more than 0 mm.");
            }
            walls.add(length);
            return walls.size();
        }
    }

    static void tool_refusesInWords() {
        AiTool tool = AiTool.from(new Plan()).get(0);
        ToolChecker.of(tool).answersOrRefuses(Json.object().with("length", -1));
    }

    static final class Doors {
        @Tool("Draws a door and returns its material.")
        String drawDoor(ToolContext call) {
            return call.ask("Which door?", List.of("oak", "glass"), Duration.ofMinutes(5))
                    .orElseThrow(() -> new ToolException("The user has chosen no door."));
        }
    }

    static void draws_the_door_that_the_user_chooses() {
        FakeToolContext call = FakeToolContext.of("drawDoor", Json.object());
        assert new Doors().drawDoor(call.withAnswer("oak")).equals("oak");
        try {
            throw new AssertionError(new Doors().drawDoor(call));
        } catch (ToolException e) {
            assert e.getMessage().startsWith("The user has chosen");
        }
    }

    record CompanyLaws(Function<URI, AiProvider> company) implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            return company.apply(server.address());
        }

        @Override
        public List<ServerResponse> streams() {
            return exchanges().stream()
                    .filter(each -> each.finish() != FinishReason.NONE) // which fails
                    .map(Exchange::stream)
                    .toList();
        }

        @Override
        public List<Exchange> exchanges() {
            ServerResponse stream =
                    OpenAiChatScript.create().usage(Usage.of(40, 3)).says("Two ", "doors.").stream(true);
            ServerResponse failing = OpenAiChatScript.create().failsAfter("overloaded_error", "Two ").stream(true);
            return List.of(
                    new Exchange(stream, "Two doors.", List.of(), Usage.of(40, 3), FinishReason.STOP),
                    Exchange.fails(failing, "Two "));
        }
    }

    static final class NoPasswords implements Hook {
        @Override
        public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
            if (!message.text().contains("password")) {
                return Decision.proceed();
            }
            context.publish(Json.of("A password stays here."));
            return Decision.stop("a message with a password");
        }
    }

    static void hook_stops_a_password() {
        Interaction.User message = Interaction.user("My password is sesame.");
        FakeHookContext turn = new FakeHookContext();
        assert new NoPasswords().onUserMessage(message, turn) instanceof Hook.Decision.Stop<?>;
        assert turn.published().size() == 1;
        HookLaws laws = NoPasswords::new;
        laws.reasons_hold_no_content(message.text());
        laws.interjections_pass_the_filter(message.text());
    }

    static final class Pause implements ToolPolicy {
        private static final Duration MINUTE = Duration.ofMinutes(1);
        private final Map<String, Instant> until = new ConcurrentHashMap<>();
        private final Supplier<Instant> now;

        Pause(Supplier<Instant> now) {
            this.now = now;
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            String tool = call.tool().name();
            if (now.get().isBefore(until.getOrDefault(tool, Instant.MIN))) {
                return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "It failed less than a minute ago.");
            }
            ToolEnvelope outcome = next.proceed(call);
            if (!outcome.isOk()) {
                until.put(tool, now.get().plus(MINUTE));
            }
            return outcome;
        }
    }

    static class PauseTest implements ToolPolicyLaws {
        private final VirtualClock clock = VirtualClock.create();

        @Override
        public VirtualClock clock() {
            return clock;
        }

        @Override
        public ToolPolicy toolPolicy() {
            return new Pause(clock::instant);
        }

        @Override
        public Optional<ToolPolicy> model() {
            record Failure(String tool, Instant at) {}
            List<Failure> failures = new ArrayList<>();
            return Optional.of((call, next) -> {
                String tool = call.tool().name();
                Instant now = clock.instant();
                if (failures.stream()
                        .anyMatch(one ->
                                one.tool().equals(tool) && now.isBefore(one.at().plusSeconds(60)))) {
                    return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "It failed less than a minute ago.");
                }
                ToolEnvelope outcome = next.proceed(call);
                if (!outcome.isOk()) {
                    failures.add(new Failure(tool, clock.instant()));
                }
                return outcome;
            });
        }
    }

    static void corrects_a_bad_wall() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", -5))
                .nextRound()
                .callsTool("drawWall", Map.of("length", 5000))
                .says("Done.");
        LifecycleTrace trace = LifecycleTrace.create();
        LeakDetector leaks = LeakDetector.watch();
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addTools(new Plan()).build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build());
            session.observe(trace);
            session.send("A wall.");
            TranscriptText.of(session.body().interactions())
                    .expectClosed()
                    .expect(
                            "user: A wall.",
                            "call drawWall {\"length\":-5}",
                            "result drawWall FAILED A wall needs a length…",
                            "call drawWall {\"length\":5000}",
                            "result drawWall {\"value\":1}",
                            "assistant: Done.");
            trace.awaitTurns(1).expectOrderly().expect("turn", "…", "round 3", "…", "finished COMPLETED");
        }
        leaks.close();
        model.expectPlayed();
    }

    static AiReturn answers_over_tls() {
        ServerCertificate certificate = ServerCertificate.selfSigned();
        try (ScriptedServer server = ScriptedServer.overTls(certificate.server())
                        .answers(OpenAiChatScript.create().says("Twenty square metres.").stream());
                AiRuntime ai = AiRuntime.of(OpenAiChat.builder()
                        .baseUrl(server.address().toString())
                        .network(NetworkSettings.ofDefaults().withTrust(certificate.client()))
                        .build())) {
            return ai.send("How large is it?");
        }
    }

    static void rewrites_nothing_that_was_sent(RequestPolicy mine) {
        BindingProvider model =
                BindingProvider.of(ScriptedProvider.create().says("One.").says("Two."));
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addRequestPolicy("mine", mine)
                        .build();
                ConversationSession session = ai.session(AiBody.builder().build())) {
            session.send("A wall?");
            session.send("A door?");
        }
        assert model.restarts().isEmpty() : model.restarts();
    }

    static void goes_on_after_a_restart() {
        InMemorySessionStore store = InMemorySessionStore.of(new TreeMap<>());
        ScriptedProvider model = ScriptedProvider.create().says("One.").says("Two.");
        String id;
        try (AiRuntime ai = stored(model, store);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            session.send("A wall?");
            id = session.id();
        }
        try (AiRuntime ai = stored(model, store.another());
                ConversationSession session = ai.resume(id)) {
            session.send("A door?");
        }
        TranscriptText.of(model.calls().get(1).effective()).expect("user: A wall?", "assistant: One.", "user: A door?");
    }

    private static AiRuntime stored(AiProvider model, SessionStore store) {
        return AiRuntime.builder()
                .addProvider(model)
                .journal(store, FailureMode.FAIL)
                .build();
    }

    static void shows_failures_and_stops() {
        ScriptedProvider model = ScriptedProvider.create()
                .fails(AiError.Category.AUTHENTICATION)
                .blocksUntilCancelled("Half of it")
                .usage(Usage.of(1_000, 100)) // of the answers that follow
                .says("Done.");
        try (AiRuntime ai = AiRuntime.of(model)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            AiReturn failed = session.send("One.");
            assert failed.error().orElseThrow().category() == AiError.Category.AUTHENTICATION;
            session.observe(new ConversationObserver() {
                @Override
                public void onText(String piece) {
                    if (piece.equals("Half of it")) {
                        session.cancel("stopped by the user");
                    }
                }
            });
            assert session.send("Two.").partialText().equals("Half of it");
            assert session.send("Three.").usage().total() == 1_100;
        }
    }

    static void model_sees_no_address() {
        ScriptedProvider model = ScriptedProvider.create().says("Noted.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .redaction(RedactionOptions.ofDefaults())
                .build()) {
            ai.send("Write to anna@example.org.");
        }
        TranscriptText.of(model.calls().get(0).effective()).expect("user: Write to MAIL_…");
    }

    static AiReturn wrong_key_over_http() {
        String body = "{\"error\": {\"message\": \"Incorrect API key\", \"code\": \"invalid_api_key\"}}";
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(ServerResponse.json(body).withStatus(401));
                AiRuntime ai = AiRuntime.of(OpenAiChat.builder()
                        .baseUrl(server.address().toString())
                        .build())) {
            return ai.send("How large is it?");
        }
    }

    static ServerResponse slow() {
        return OpenAiChatScript.create().says("Twenty ", "square ", "metres.").stream()
                .byEvent()
                .withPace(Duration.ofMillis(200));
    }

    static AiReturn answers_over_http() {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(OpenAiChatScript.create().says("Twenty ", "square metres.").stream()
                                .withBytesAtOnce(7));
                AiRuntime ai = AiRuntime.of(OpenAiChat.builder()
                        .baseUrl(server.address().toString())
                        .build())) {
            return ai.send("How large is it?");
        }
    }

    static ServiceBill bill_of_a_conversation(String manual, byte[] prices) {
        VirtualClock clock = VirtualClock.create();
        clock.setTo(Duration.ofDays(365)); // when the prices are valid
        ServiceEmulator service = ServiceEmulator.of(
                        AnthropicScript.create().says("One.").says("Two."))
                .clock(clock)
                .addModels(prices);
        try (ScriptedServer server = ScriptedServer.onPort(0).otherwise(service);
                AiRuntime ai = AiRuntime.of(AnthropicMessages.builder()
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address().toString())
                        .build());
                ConversationSession session =
                        ai.session(AiBody.builder().addSystem(manual).build())) {
            session.send("A wall?");
            clock.advance(Duration.ofMinutes(4)); // the service keeps it for five
            session.send("A door?");
        }
        assert service.refused().isEmpty() : service.refused();
        assert service.bill().beginnings().isEmpty() : service.bill();
        return service.bill();
    }

    static AiProvider recorded(Path folder, Redaction redaction) {
        return Cassette.of(folder.resolve("room.json"), redaction.mask())
                .of(() -> OpenAiResponses.builder().apiKeyFromEnv().build());
    }

    static void keeps_to_itself(Path logs) {
        Canary canary = Canary.of("walnut-4711");
        AiError error = AiError.of(AiError.Category.SERVER, "mine", "the drawing could not be read");
        canary.expectNotIn("the log and the error", logs, error);
    }

    static void serves_every_thread(AiRuntime ai) {
        List<AiReturn> answers = ConcurrentRunner.run(8, number -> ai.send("Wall " + number + "."));
        assert answers.stream().allMatch(AiReturn::isOk);
    }
}
