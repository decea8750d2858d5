package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.AiTool;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Seven checks of a provider with tiny calls. Each ends with a result; none throws. */
final class ProviderChecks {
    private static final String QUESTION = "Answer with the word yes.";

    /** A red square of 32 by 32 pixels, because services refuse smaller images. */
    private static final String RED_SQUARE =
            "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR42mO4oKBAU8QwasGoBaMWjFowasGoBaMWjFowasGoBaMWDBULAE7YQD2B7wk2AAAAAElFTkSuQmCC";

    /** A beginning of about 1,500 tokens: services cache no shorter ones. */
    private static final String LONG_BEGINNING =
            "You answer with one word. A wall has two ends and a height. ".repeat(100);

    /** Matches names of its colour, #d02020. */
    private static final Pattern RED = Pattern.compile("(?i)\\b(red|crimson|scarlet)\\b");

    private final AiProvider streaming;
    private final AiProvider whole;

    /**
     * Creates the checks of a provider.
     *
     * @param streaming the provider
     * @param whole the same provider without streaming
     */
    ProviderChecks(AiProvider streaming, AiProvider whole) {
        this.streaming = streaming;
        this.whole = whole;
    }

    /** Runs all checks in order. */
    List<Check> run() {
        return List.of(
                Check.of("text", this::text),
                Check.of("stream", this::stream),
                Check.of("tool", this::tool),
                Check.of("picture", this::picture),
                Check.of("shape", this::shape),
                Check.of("cache", this::cache),
                Check.of("cancel", this::cancel));
    }

    private AiCall call(AiBody body) {
        return AiCall.of(body, new ModelId(streaming.id(), streaming.defaultModel()));
    }

    private String text() {
        AiReturn ret = whole.call(call(AiBody.of(QUESTION))).orThrow();
        return ret.text().isBlank()
                ? Check.FAILED + "the answer is empty"
                : ret.usage().total() + " tokens";
    }

    private String stream() {
        AtomicInteger pieces = new AtomicInteger();
        AiCall call = call(AiBody.of(QUESTION)).withSink(delta -> {
            if (delta instanceof AiDelta.Text) {
                pieces.incrementAndGet();
            }
        });
        streaming.call(call).orThrow();
        return pieces.get() == 0 ? Check.FAILED + "no text arrived" : "pieces of text: " + pieces.get();
    }

    private AiRuntime.Builder runtime() {
        return AiRuntime.builder()
                .addProvider(streaming)
                .retry(RetryOptions.ofDefaults().withAttempts(1));
    }

    private String tool() {
        AtomicInteger runs = new AtomicInteger();
        AiTool report = AiTool.of("report", "Reports a number.", Report.class, (input, context) -> {
            runs.incrementAndGet();
            return "reported";
        });
        try (AiRuntime ai = runtime().addTools(report).build()) {
            AiBody body = AiBody.builder()
                    .toolFilter("report")
                    .addUser("Report the number 7 with the tool.")
                    .build();
            SessionOptions forced = SessionOptions.builder()
                    .model(ModelOptions.builder()
                            .toolChoice(ModelOptions.ToolChoice.REQUIRED)
                            .build())
                    .build();
            AiReturn unused = ai.send(body, forced).orThrow();
        }
        return runs.get() == 0 ? Check.FAILED + "the model did not call the tool" : "runs of the tool: " + runs.get();
    }

    private String picture() {
        Blob square = Blob.of(Base64.getDecoder().decode(RED_SQUARE), "image/png");
        AiBody body = AiBody.builder()
                .addUser(Part.text("Which colour is this? Answer with one English word."), Part.image(square))
                .build();
        AiReturn ret = streaming.call(call(body)).orThrow();
        String answer = ret.text().strip();
        return RED.matcher(answer).find()
                ? "answer: " + answer
                : Check.FAILED + (answer.isEmpty() ? "the answer is empty" : "not seen: it is red; answer: " + answer);
    }

    private String shape() {
        try (AiRuntime ai = runtime().build()) {
            return "a record: " + ai.send("Is seven a prime number?", Verdict.class);
        }
    }

    private String cache() {
        AiBody body =
                AiBody.builder().addSystem(LONG_BEGINNING).addUser(QUESTION).build();
        AiReturn first = cached(body);
        AiReturn second = cached(body);
        return "tokens from the prompt cache: " + first.usage().cachedInput() + ", then "
                + second.usage().cachedInput();
    }

    private AiReturn cached(AiBody body) {
        AiCall call = call(body);
        return streaming
                .call(call.withAttribute(
                        PromptCacheHint.KEY, PromptCacheHint.ofConversation(PromptCacheHint.Retention.SHORT)))
                .orThrow();
    }

    private String cancel() {
        Cancellation cancellation = Cancellation.create();
        AiCall call = AiCall.builder(
                        AiBody.of("Count from one to a thousand, in words."),
                        new ModelId(streaming.id(), streaming.defaultModel()))
                .cancellation(cancellation)
                .build()
                .withSink(delta -> {
                    boolean unused = cancellation.cancel("checked");
                });
        AiReturn ret = streaming.call(call);
        AiError.Category ended = ret.error().map(AiError::category).orElse(AiError.Category.INTERNAL);
        if (ended == AiError.Category.CANCELLED) {
            return "ended after its first piece";
        }
        return ret.isOk() ? Check.FAILED + "the answer ended before it was cancelled" : Check.FAILED + ended;
    }

    /** The input of the tool. */
    record Report(int number) {}

    /** The shape of an answer. */
    record Verdict(boolean prime) {}

    /**
     * The result of a check.
     *
     * @param name what is checked
     * @param ok whether it works
     * @param detail what was seen, or the error
     */
    record Check(String name, boolean ok, String detail) {
        private static final String FAILED = "failed: ";

        static Check of(String name, Supplier<String> check) {
            try {
                String detail = check.get();
                return detail.startsWith(FAILED)
                        ? new Check(name, false, detail.substring(FAILED.length()))
                        : new Check(name, true, detail);
            } catch (AiException e) {
                String said = e.error().providerMessage().text();
                return new Check(
                        name,
                        false,
                        e.error().code() + (said.isEmpty() ? ": " + e.error().message() : ": " + said));
            } catch (RuntimeException e) {
                return new Check(name, false, e.getClass().getName());
            }
        }
    }
}
