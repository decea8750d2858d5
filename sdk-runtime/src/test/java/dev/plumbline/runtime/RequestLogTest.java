package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The log of requests: off by default, redacted, bounded, and never with a key. */
@Timeout(120)
class RequestLogTest {
    private static final String KEY = "canary-key-4711";
    private static final String HEADER = "canary-header-4711";
    private static final String MAIL = "jane.doe@example.org";

    private final ScriptedServer server = ScriptedServer.openAiChat();
    private final List<String> texts = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        server.close();
    }

    private AiRuntime.Builder runtime() {
        return AiRuntime.builder()
                .addProvider(OpenAiChat.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(Secret.of(KEY.toCharArray()))
                        .addHeader("X-Gateway", Secret.of(HEADER.toCharArray()))
                        .addHeader("X-Team", HEADER)
                        .build());
    }

    private AiReturn ask(AiRuntime.Builder builder, String question) {
        try (AiRuntime ai = builder.build()) {
            return ai.send(question);
        }
    }

    private static byte[] png() {
        byte[] png = new byte[3_000];
        System.arraycopy(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, 0, png, 0, 8);
        return png;
    }

    private static List<String> logged(Runnable program) {
        List<String> lines = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(RequestLogPolicy.LOGGER);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            program.run();
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return lines;
    }

    @Test
    @DisplayName("N25 nothing is logged unless it is switched on, and then a request and its answer")
    void n25_log_isOffByDefault() {
        server.otherwise(OpenAiChatScript.create().says("Four walls.").says("Four walls."));

        assertThat(logged(() -> ask(runtime(), "How many walls?"))).isEmpty();
        List<String> lines = logged(() -> ask(runtime().requestLog(false), "How many walls?"));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("request ")
                .contains("POST http", "/v1/chat/completions", "How many walls?");
        assertThat(lines.get(1)).startsWith("answer ").contains("openai:m", "Four walls.");
    }

    @Test
    @DisplayName("N25 canary: no key and no value that the detectors find, also if a stream splits it")
    void n25_canary_isNotLogged() {
        server.otherwise(OpenAiChatScript.create()
                .says("Ask jane.d", "oe@exam", "ple.org.")
                .says("Ask jane.d", "oe@exam", "ple.org."));

        ask(
                runtime().requestLog(false, texts::add),
                "Write to " + MAIL + " with ghp_16C7e42F292c6912E7710c838347Ae178B4a");
        ask(
                runtime().requestLog(true, texts::add),
                "Write to " + MAIL + " with ghp_16C7e42F292c6912E7710c838347Ae178B4a");

        assertThat(texts).hasSize(4);
        assertThat(String.join("\n", texts))
                .contains("[MAIL]", "[KEY]", "Authorization")
                .doesNotContain(KEY)
                .doesNotContain(HEADER)
                .doesNotContain("jane.d")
                .doesNotContain("ghp_16C7");
    }

    @Test
    @DisplayName("N25 with redaction, the log has the pseudonyms that were sent")
    void n25_redactedCall_isLoggedAsItWasSent() {
        server.otherwise(OpenAiChatScript.create().says("Done."));

        ask(runtime().redaction(RedactionOptions.ofDefaults()).requestLog(false, texts::add), "Write to " + MAIL);

        assertThat(texts.get(0)).contains("Write to ").doesNotContain("jane.doe");
    }

    @Test
    @DisplayName("N25 a command of cURL has variables in place of keys, and a shell reads it as one command")
    void n25_curl_isACommand() throws IOException, InterruptedException {
        server.otherwise(OpenAiChatScript.create().says("It's there."));

        ask(runtime().requestLog(true, texts::add), "Where's the \"door\" of $HOME `now`?");

        String command = texts.get(0).substring(texts.get(0).indexOf('\n') + 1);
        assertThat(command).startsWith("curl 'http").contains("\"Authorization: $AUTHORIZATION\"");
        Process shell = new ProcessBuilder("sh", "-c", "curl() { printf '%s\\n' \"$@\"; }\n" + command).start();
        String arguments = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        assertThat(arguments.lines()).contains("--data-raw", "Content-Type: application/json");
        assertThat(arguments).contains("Where's the \\\"door\\\" of $HOME `now`?");
    }

    @Test
    @DisplayName("N25 a text is cut behind its redaction, and encoded data is left out")
    void n25_texts_areBounded() {
        server.otherwise(OpenAiChatScript.create().says("word ".repeat(3_960) + MAIL + " " + "word ".repeat(800)));

        try (AiRuntime ai = runtime().requestLog(false, texts::add).build()) {
            AiReturn ret = ai.send(AiBody.builder()
                    .addUser(Part.text("What is it?"), Part.image(Blob.of(png(), "image/png")))
                    .build());
            assertThat(ret.isOk()).isTrue();
        }

        assertThat(texts).allSatisfy(text -> assertThat(text).hasSizeLessThan(20_500));
        assertThat(texts.get(0)).doesNotContain("AAAAAAAA");
        assertThat(texts.get(1)).contains("more characters").doesNotContain("jane");
    }

    @Test
    @DisplayName("N25 an error of the service is logged with its code")
    void n25_error_isLogged() {
        server.otherwise(OpenAiChatScript.create().fails(400, "invalid_image"));

        AiReturn ret = ask(runtime().requestLog(false, texts::add), "Go.");

        assertThat(ret.isOk()).isFalse();
        assertThat(texts.get(1)).contains(ret.error().orElseThrow().code());
    }

    @Test
    @DisplayName("N25 a call that is refused before its request has no answer in the log")
    void n25_refusedCall_hasNoAnswer() {
        AiReturn ret = ask(
                AiRuntime.builder()
                        .addProvider(OpenAiResponses.builder("gpt-5.5")
                                .baseUrl(server.address().toString())
                                .apiKey(Secret.of(KEY.toCharArray()))
                                .failOnUnsupportedOptions(true)
                                .build())
                        .defaults(SessionOptions.ofModel(
                                ModelOptions.builder().seed(1).build()))
                        .requestLog(false, texts::add),
                "Go.");

        assertThat(ret.error().orElseThrow().code()).isEqualTo("option-unsupported");
        assertThat(texts)
                .singleElement()
                .asString()
                .startsWith("no request ")
                .contains("openai:gpt-5.5", "CAPABILITY option-unsupported")
                .doesNotContain("answer");
    }

    @Test
    @DisplayName("N25 what cannot be redacted is not logged, and a receiver that throws does not end the call")
    void n25_failures_changeNothing() {
        server.otherwise(OpenAiChatScript.create().says("One.").says("Two."));
        RedactionOptions failing = RedactionOptions.ofDefaults().withRedactor(text -> {
            throw new IllegalStateException("canary " + text);
        });
        RequestLogPolicy policy = new RequestLogPolicy(
                new RuntimeSettings.RequestLog(false, texts::add, FailureMode.SKIP),
                Redaction.of(failing, Secret.of(KEY.toCharArray())),
                VirtualClock.create());

        AiReturn ret = ask(runtime().policyOrder(order -> order.after("retry", "mine", policy)), "secret question");
        AiReturn other = ask(
                runtime().requestLog(false, text -> {
                    throw new IllegalStateException("no disk");
                }),
                "Go.");

        assertThat(ret.text()).isEqualTo("One.");
        assertThat(other.text()).isEqualTo("Two.");
        assertThat(texts)
                .hasSize(2)
                .allSatisfy(text -> assertThat(text)
                        .contains("not shown", "IllegalStateException")
                        .doesNotContain("secret question"));
    }

    /** The receiver of an audit whose disk is full for the texts of one kind. */
    private Consumer<String> fullDisk(String kind) {
        return text -> {
            if (text.startsWith(kind)) {
                throw new UncheckedIOException(new IOException("no space left on device"));
            }
            texts.add(text);
        };
    }

    @Test
    @DisplayName("S2 what a receiver of requests throws is reported as what other contributed code throws")
    void s2_receiverThatThrows_isReported() {
        server.otherwise(OpenAiChatScript.create().says("Here."));
        List<ExtensionFailure> failures = new CopyOnWriteArrayList<>();

        AiReturn ret = ask(
                runtime()
                        .requestLog(true, fullDisk("request"))
                        .addFailureListener(failures::add)
                        .failureLevel(System.Logger.Level.OFF),
                "Where?");

        assertThat(ret.text()).isEqualTo("Here.");
        assertThat(failures).singleElement().satisfies(failure -> {
            assertThat(failure.extension()).isEqualTo("request-log");
            assertThat(failure.cause()).hasMessageContaining("no space left");
            assertThat(failure.ids().request()).isEqualTo(ret.ids().request());
        });
    }

    @Test
    @DisplayName("S2 for an audit, no request goes without its entry")
    void s2_audit_sendsNoRequestWithoutItsEntry() {
        server.otherwise(OpenAiChatScript.create().says("Here."));

        AiReturn ret = ask(
                runtime()
                        .requestLog(false, fullDisk("request"), FailureMode.FAIL)
                        .failureLevel(System.Logger.Level.OFF),
                "Where?");

        AiError error = ret.error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(error.code()).isEqualTo("request-log");
        assertThat(error.message()).contains("nothing may go without its entry");
        assertThat(server.requests()).isEmpty();
        assertThat(texts).singleElement().asString().startsWith("no request ");
    }

    @Test
    @DisplayName("S2 for an audit, an answer without its entry ends the call")
    void s2_audit_givesNoAnswerWithoutItsEntry() {
        server.otherwise(OpenAiChatScript.create().says("Here."));

        AiReturn ret = ask(
                runtime()
                        .requestLog(false, fullDisk("answer"), FailureMode.FAIL)
                        .failureLevel(System.Logger.Level.OFF),
                "Where?");

        assertThat(ret.error().orElseThrow().code()).isEqualTo("request-log");
        assertThat(texts).singleElement().asString().startsWith("request ");
    }

    @Test
    @DisplayName("S2 entries of one call differ by the number of the attempt, and each has its time")
    void s2_entries_haveAttemptAndTime() {
        server.otherwise(OpenAiChatScript.create().fails(503, "overloaded").says("Here."));

        AiReturn ret = ask(
                runtime()
                        .retry(RetryOptions.ofDefaults().withDelays(Duration.ofMillis(1), Duration.ofMillis(1)))
                        .requestLog(false, texts::add),
                "Where?");

        assertThat(ret.text()).isEqualTo("Here.");
        String time = ", \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z";
        String id = ret.ids().request();
        assertThat(texts.stream().map(text -> text.lines().findFirst().orElseThrow()))
                .satisfiesExactly(
                        line -> assertThat(line).matches("request " + id + " .*, attempt 1" + time),
                        line -> assertThat(line).matches("answer " + id + " .*, attempt 1" + time),
                        line -> assertThat(line).matches("request " + id + " .*, attempt 2" + time),
                        line -> assertThat(line).matches("answer " + id + " .*, attempt 2" + time));
    }

    @Test
    @DisplayName("N25 a provider without HTTP has answers in the log")
    void n25_providerWithoutHttp_hasAnswers() {
        AiReturn ret = ask(
                AiRuntime.builder()
                        .addProvider(ScriptedProvider.create().says("Here."))
                        .requestLog(false, texts::add),
                "Where?");

        assertThat(ret.text()).isEqualTo("Here.");
        assertThat(texts).singleElement().asString().startsWith("answer ").contains("Here.");
    }

    @Test
    void n25_traceContent_refusesALimitThatShowsNothing() {
        assertThatThrownBy(() -> runtime().traceContent(10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 100; got 10");
    }

    @Test
    @DisplayName("S35 a password that one message announces is shown in no other, with redaction off, either")
    void s35_valueKnownFromAnotherMessage_isMasked() {
        server.otherwise(OpenAiChatScript.create().says("I like hunter2x99, too."));
        try (AiRuntime ai = runtime().requestLog(false, texts::add).build()) {
            ai.send(AiBody.builder()
                    .addUser("I like hunter2x99.")
                    .addAssistant("So do I.")
                    .addUser("My password: hunter2x99")
                    .build());
        }
        assertThat(texts).hasSize(2).allSatisfy(text -> assertThat(text).doesNotContain("hunter2x99"));
    }
}
