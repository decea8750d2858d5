package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.json.JsonException;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an author's own code throws can be found: in the log with its frames, and by the host with its message. */
@Timeout(120)
class ExtensionFailureTest {
    private static final String CONTENT = "sesame-4711";

    private final BlockingQueue<ExtensionFailure> received = new LinkedBlockingQueue<>();
    private final FailureRecords log = new FailureRecords();

    record Nothing() {}

    @BeforeEach
    void listen() {
        FailureRecords.LOGGER.addHandler(log);
        FailureRecords.LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        FailureRecords.LOGGER.removeHandler(log);
        FailureRecords.LOGGER.setUseParentHandlers(true);
    }

    /** The code of an author, with a mistake in it. */
    static <T> T mistake() {
        throw new IllegalStateException(CONTENT, new NullPointerException(CONTENT));
    }

    private AiRuntime.Builder runtime() {
        ScriptedProvider provider = ScriptedProvider.create();
        provider.callsTool("measure", Map.of()).says("Done.").says("And again.");
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(AiTool.of("measure", "Measures.", Nothing.class, (none, context) -> 1))
                .addFailureListener(received::add);
    }

    private static AiReturn ask(AiRuntime.Builder builder) {
        try (AiRuntime ai = builder.build()) {
            return ai.session(
                            AiBody.builder().toolFilter("*").contextFilter("*").build())
                    .send("Go.");
        }
    }

    private static Arguments of(String extension, Consumer<AiRuntime.Builder> contributed) {
        return Arguments.of(extension, contributed);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                of(
                        "tool broken",
                        to -> to.addTools(AiTool.of("broken", "Breaks.", Nothing.class, (none, context) -> mistake()))),
                of("policy broken", to -> to.addRequestPolicy("broken", call -> mistake())),
                of("policy broken", to -> to.addRequestPolicy("broken", new Skipped())),
                of("policy broken", to -> to.addResponsePolicy("broken", (ret, call) -> mistake())),
                of("policy broken", to -> to.addPolicy("broken", (call, next) -> mistake())),
                of("tool policy broken", to -> to.addToolPolicy("broken", (call, next) -> mistake())),
                of("hook broken", to -> to.addHook("broken", new BrokenHook(false))),
                of("hook broken", to -> to.addHook("broken", new BrokenHook(true))),
                of("context source facts", to -> to.addContext("facts", ExtensionFailureTest::mistake)),
                of("view " + BrokenView.class.getName(), to -> to.addView(new BrokenView())),
                of("observer " + BrokenObserver.class.getName(), to -> to.addObserver(new BrokenObserver())));
    }

    private static final class Skipped implements RequestPolicy {
        @Override
        public AiCall onRequest(AiCall call) {
            return mistake();
        }

        @Override
        public FailureMode failureMode() {
            return FailureMode.SKIP;
        }
    }

    private record BrokenHook(boolean mayFail) implements Hook {
        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            return mistake();
        }

        @Override
        public FailureMode failureMode() {
            return mayFail ? FailureMode.SKIP : FailureMode.FAIL;
        }
    }

    private static final class BrokenView implements ConversationObserver {
        @Override
        public void onTurnStarted(Interaction.User input) {
            mistake();
        }
    }

    private static final class BrokenObserver implements TelemetryObserver {
        @Override
        public void onEvent(TelemetryEvent event) {
            mistake();
        }
    }

    @ParameterizedTest(name = "N1 {0}")
    @MethodSource("mistakes")
    @DisplayName("N1 a mistake in contributed code is in the log, with its class, its frames and its place")
    void n1_mistake_isLogged(String extension, Consumer<AiRuntime.Builder> contributed) throws Exception {
        ScriptedProvider provider = ScriptedProvider.create();
        provider.callsTool(extension.equals("tool broken") ? "broken" : "measure", Map.of())
                .says("Done.");
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(provider)
                .addTools(AiTool.of("measure", "Measures.", Nothing.class, (none, context) -> 1));
        contributed.accept(builder);
        ask(builder);

        String logged = log.next();
        assertThat(logged)
                .contains(extension + " threw java.lang.IllegalStateException")
                .contains("ExtensionFailureTest.mistake(ExtensionFailureTest.java:")
                .contains("Caused by: java.lang.NullPointerException")
                .doesNotContain(CONTENT);
    }

    @Test
    @DisplayName("N1 the host that asks for failures receives the exception itself, with the ids of the call")
    void n1_listener_hasTheException() throws Exception {
        AiRuntime.Builder builder = runtime().addToolPolicy("broken", (ToolPolicy) (call, next) -> mistake());
        AiReturn ret = ask(builder);

        ExtensionFailure failure = received.poll(60, TimeUnit.SECONDS);
        assertThat(failure).isNotNull();
        assertThat(failure.cause()).isInstanceOf(IllegalStateException.class).hasMessage(CONTENT);
        assertThat(failure.ids().turn()).isEqualTo(ret.ids().turn());
        assertThat(failure.thread()).isNotEmpty();
        assertThat(failure.toString()).doesNotContain(CONTENT);
    }

    @Test
    @DisplayName("N1 the same mistake is logged once, and the listener receives it each time")
    void n1_repeats_areLoggedOnce() throws Exception {
        AiRuntime.Builder builder = runtime().addRequestPolicy("broken", new Skipped());
        try (AiRuntime ai = builder.build()) {
            ai.send("One?");
            ai.send("Two?");
        }
        assertThat(received).hasSizeGreaterThan(1);
        assertThat(log.next()).contains("policy broken");
        assertThat(log.lines).isEmpty();
    }

    @Test
    @DisplayName("N1 what a tool refuses on purpose is no failure")
    void n1_toolException_isNoFailure() {
        ScriptedProvider provider = ScriptedProvider.create();
        provider.callsTool("refuse", Map.of()).says("Done.");
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(provider)
                .addTools(AiTool.of("refuse", "Refuses.", Nothing.class, (none, context) -> {
                    throw new ToolException("There is no such wall.");
                }))
                .addFailureListener(received::add);
        ask(builder);

        assertThat(received).isEmpty();
        assertThat(log.lines).isEmpty();
    }

    @Test
    @DisplayName("A1 what a tool throws after its turn was cancelled reaches the listener and the log")
    void a1_toolAfterItsTurn_isReported() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<String> turnRead = new AtomicReference<>();
        ScriptedProvider provider = ScriptedProvider.create();
        provider.callsTool("late", Map.of()).says("Done.");
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(provider)
                .addTools(AiTool.of("late", "Goes on.", Nothing.class, (none, context) -> {
                    running.countDown();
                    while (release.getCount() > 0) {
                        Thread.onSpinWait(); // ignores interrupts
                    }
                    turnRead.set(context.ids().turn());
                    return mistake();
                }))
                .addFailureListener(received::add);
        try (AiRuntime ai = builder.build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            running.await();
            session.cancel("enough");
            assertThat(turn.get().isOk()).isFalse();
            release.countDown();
            ExtensionFailure failure = received.poll(60, TimeUnit.SECONDS);
            assertThat(failure).isNotNull();
            assertThat(failure.extension()).isEqualTo("tool late");
            assertThat(failure.ids().turn()).isEqualTo(turnRead.get()).isNotEmpty();
            assertThat(log.next()).contains("tool late threw java.lang.IllegalStateException");
        }
    }

    @Test
    @DisplayName("N11 a log that prints the class and the message of a failure names the class that was thrown")
    void n11_copyForLogs_namesTheClass() {
        Throwable copy =
                ExtensionFailure.withoutMessages(new IllegalStateException("Anna", new IOException("a path of hers")));
        assertThat(copy.getMessage()).isEqualTo("java.lang.IllegalStateException");
        assertThat(copy.getCause().getMessage()).isEqualTo("java.io.IOException");
        assertThat(copy).hasToString("java.lang.IllegalStateException");
    }

    @Test
    @DisplayName("N1 a level of OFF logs nothing, and a listener that throws ends no call")
    void n1_level_andThrowingListener() {
        AiReturn ret = ask(runtime()
                .addRequestPolicy("broken", new Skipped())
                .addFailureListener(failure -> mistake())
                .failureLevel(System.Logger.Level.OFF));

        assertThat(ret.text()).isEqualTo("Done.");
        assertThat(received).isNotEmpty();
        assertThat(log.lines).isEmpty();
    }

    @Test
    @DisplayName("N11 an error that says that details are in the log is logged once, with its message for developers")
    void n11_errorWithoutAnException_isLoggedOnce() throws InterruptedException {
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(ScriptedProvider.create()).build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            assertThat(session.send("Go.").error().orElseThrow().userMessage()).endsWith("Details are in the log.");
            assertThat(log.next()).contains("INTERNAL script: call 1 is not in the script: add says(…)");
            AiReturn other = ai.session(AiBody.builder().build()).send("Go.");
            assertThat(other.error().orElseThrow().message()).startsWith("call 2 ");
            assertThat(log.next()).contains("INTERNAL script: call 2 ");
        }
        assertThat(log.lines).isEmpty();
    }

    @Test
    @DisplayName("N11 what was thrown is logged with its frames and not again as an error")
    void n11_errorOfAnException_isNotLoggedTwice() throws InterruptedException {
        AiReturn ret = ask(runtime().addRequestPolicy("broken", call -> mistake()));

        assertThat(ret.error().orElseThrow().userMessage()).endsWith("Details are in the log.");
        assertThat(log.next()).contains("policy broken threw java.lang.IllegalStateException");
        assertThat(log.lines).isEmpty();
    }

    @Test
    @DisplayName("M18 the reason of a hook that stops is logged once, with its name")
    void m18_reasonOfAHook_isLoggedOnce() throws InterruptedException {
        Hook censor = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.stop("not on Sundays");
            }
        };
        Hook enough = new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return Decision.stop("one round is enough");
            }
        };
        try (AiRuntime ai = runtime().addHook("censor", censor).build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            assertThat(session.send("Go.").isOk()).isFalse();
            assertThat(session.send("Go.").isOk()).isFalse();
        }
        try (AiRuntime ai = runtime().addHook("enough", enough).build()) {
            assertThat(ai.session(AiBody.builder().build()).send("Go.").isOk()).isTrue();
        }

        assertThat(log.next()).contains("POLICY_DENIED censor: hook censor stopped the turn: not on Sundays (session");
        assertThat(log.next()).contains("hook enough stopped the turn: one round is enough");
        assertThat(log.lines).isEmpty();
    }

    /** The records of the log, as a handler writes them. */
    private static final class FailureRecords extends Handler {
        static final Logger LOGGER = Logger.getLogger(FailureLog.LOGGER);
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        String next() throws InterruptedException {
            @Nullable String line = lines.poll(60, TimeUnit.SECONDS);
            assertThat(line).as("a line of the log").isNotNull();
            return line;
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(new SimpleFormatter().format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    @DisplayName("C8 what holds no content is in the log: a missing class, a file and its reason, a rule of JSON")
    void c8_namesOfCodeAndFiles_areLogged() {
        Map<Throwable, String> shown = Map.of(
                new ClassNotFoundException("com.acme.Missing"), "java.lang.ClassNotFoundException: com.acme.Missing",
                new NoClassDefFoundError("com/acme/Missing"), "java.lang.NoClassDefFoundError: com/acme/Missing",
                new AccessDeniedException("plan.json", null, "read-only"),
                        "java.nio.file.AccessDeniedException: plan.json: read-only",
                new JsonException("/walls/0", "expected a string"),
                        "dev.plumbline.json.JsonException: /walls/0: expected a string");
        shown.forEach((thrown, text) -> {
            assertThat(ExtensionFailure.withoutMessages(thrown)).hasToString(text);
            Throwable around = new IllegalStateException(CONTENT, thrown);
            assertThat(ExtensionFailure.withoutMessages(around)).hasToString("java.lang.IllegalStateException");
            assertThat(ExtensionFailure.withoutMessages(around).getCause()).hasToString(text);
        });
    }
}
