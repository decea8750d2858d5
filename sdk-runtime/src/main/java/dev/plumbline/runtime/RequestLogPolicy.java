package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.Policy;
import dev.plumbline.provider.internal.RequestListener;
import dev.plumbline.redaction.Redaction;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Logs each request to a provider and its answer, redacted. A text that cannot be redacted is not shown. The innermost
 * policy; it changes nothing. Thread-safe.
 */
final class RequestLogPolicy implements Policy {
    /** The name of the logger. */
    static final String LOGGER = "dev.plumbline.requests";

    /** The maximum length of a request or answer after redaction; the rest is left out, with its length. */
    private static final int MOST_CHARACTERS = 20_000;

    private final Redaction redaction;
    private final RuntimeSettings.RequestLog options;

    RequestLogPolicy(RuntimeSettings.RequestLog options, Redaction redaction) {
        this.options = options;
        this.redaction = redaction;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        RequestLogText texts = texts(call.cancellation());
        AtomicBoolean sent = new AtomicBoolean();
        RequestListener listener = request -> {
            sent.set(true);
            log("request", () -> options.curl() ? texts.curl(request) : texts.request(request));
        };
        try {
            AiReturn ret = next.proceed(call.withAttribute(RequestListener.KEY, listener));
            log("answer", () -> texts.answer(ret, sent.get()));
            return ret;
        } catch (AiException failed) {
            AiReturn ret = AiReturn.builder()
                    .error(failed.error())
                    .model(call.model())
                    .ids(call.ids())
                    .build();
            log("answer", () -> texts.answer(ret, sent.get()));
            throw failed;
        }
    }

    private RequestLogText texts(Cancellation cancellation) {
        return new RequestLogText(redaction.masking(cancellation), MOST_CHARACTERS);
    }

    /** Passes a text on; neither the redaction nor the receiver can end the call. */
    private void log(String kind, Supplier<String> text) {
        try {
            options.receiver().accept(masked(kind, text));
        } catch (RuntimeException ignored) {
            // a receiver that throws must not change the answer, and its message may contain content
        }
    }

    private static String masked(String kind, Supplier<String> text) {
        try {
            return text.get();
        } catch (RuntimeException failed) {
            return kind + " not shown, because its redaction failed: "
                    + failed.getClass().getName();
        }
    }
}
