package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.Policy;
import dev.plumbline.provider.internal.RequestListener;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.time.Scheduler;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Logs each request to a provider and its answer, redacted. A text that cannot be redacted is not shown. What redaction or
 * receiver throw is reported as other contributed code; the receiver of an audit then ends the call. The innermost policy.
 * Thread-safe.
 */
final class RequestLogPolicy implements Policy {
    /** The name of the policy, and of its failures. */
    static final String NAME = "request-log";

    /** The name of the logger. */
    static final String LOGGER = "dev.plumbline.requests";

    /** The maximum length of a request or answer after redaction; the rest is left out, with its length. */
    private static final int MOST_CHARACTERS = 20_000;

    private final Redaction redaction;
    private final RuntimeSettings.RequestLog options;
    private final Scheduler time;

    RequestLogPolicy(RuntimeSettings.RequestLog options, Redaction redaction, Scheduler time) {
        this.options = options;
        this.redaction = redaction;
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        CallRecorder recorder = CallAccess.recorder(call);
        int attempt = recorder.attempt();
        RequestLogText texts = new RequestLogText(redaction.masking(call.cancellation()), MOST_CHARACTERS);
        AtomicBoolean sent = new AtomicBoolean();
        RequestListener listener = request -> {
            log("request", recorder, () -> {
                RequestLogText.Entry entry = new RequestLogText.Entry(request.ids(), attempt, time.instant());
                return options.curl() ? texts.curl(entry, request) : texts.request(entry, request);
            });
            sent.set(true);
        };
        Consumer<AiReturn> answer = ret -> log(
                "answer",
                recorder,
                () -> texts.answer(new RequestLogText.Entry(ret.ids(), attempt, time.instant()), ret, sent.get()));
        AiReturn ret;
        try {
            ret = next.proceed(call.withAttribute(RequestListener.KEY, listener));
        } catch (AiException failed) {
            answer.accept(AiReturn.builder()
                    .error(failed.error())
                    .model(call.model())
                    .ids(call.ids())
                    .build());
            throw failed;
        }
        answer.accept(ret);
        return ret;
    }

    /**
     * Passes a text on.
     *
     * @throws AiException EXTENSION if the receiver threw and nothing may go without its entry
     */
    private void log(String kind, CallRecorder recorder, Supplier<String> text) {
        String masked = masked(kind, recorder, text);
        try {
            options.receiver().accept(masked);
        } catch (RuntimeException | Error failed) {
            recorder.failed(NAME, failed);
            if (options.mode() == FailureMode.FAIL) {
                throw new AiException(AiError.of(
                                AiError.Category.EXTENSION,
                                NAME,
                                "the receiver of the request log threw "
                                        + failed.getClass().getName() + ", and nothing may go without its entry")
                        .withExtensionId(NAME)
                        .withCause(failed));
            }
        }
    }

    private static String masked(String kind, CallRecorder recorder, Supplier<String> text) {
        try {
            return text.get();
        } catch (RuntimeException failed) {
            recorder.failed(NAME, failed);
            return kind + " not shown, because its redaction failed: "
                    + failed.getClass().getName();
        }
    }
}
