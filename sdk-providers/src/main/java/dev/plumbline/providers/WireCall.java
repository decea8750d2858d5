package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Subscription;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One call over the wire, after its request was encoded: sends, reads, and says how it ended. One use, one thread. */
final class WireCall {
    private static final List<String> REQUEST_IDS = List.of("x-request-id", "request-id", "apim-request-id");
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1,200}");

    private final AiCall call;
    private final Exchange exchange;
    private final Answer answer;
    private final Decoder decoder;
    private final AnswerReader reader;
    private Optional<Arrival.Head> head = Optional.empty();

    WireCall(AiCall call, Exchange exchange, Answer answer, Decoder decoder) {
        this.call = call;
        this.exchange = exchange;
        this.answer = answer;
        this.decoder = decoder;
        this.reader = new AnswerReader(exchange, decoder, call.spending());
    }

    /** The answer, however it ended. */
    AiReturn run() {
        Subscription onCancel = call.cancellation().onCancel(() -> exchange.stop(cancelled()));
        boolean over = false;
        try {
            Optional<AiError> broken = read();
            over = reader.isClean();
            return result(broken);
        } finally {
            onCancel.close();
            exchange.leave(over);
        }
    }

    private Optional<AiError> read() {
        try {
            exchange.begin();
            Arrival.Head first = exchange.head();
            head = Optional.of(first);
            reader.read(first);
            return Optional.empty();
        } catch (AiException e) {
            return Optional.of(e.error());
        } catch (IOException e) {
            return Optional.of(Failures.of(e, head.isPresent()));
        }
    }

    private AiReturn result(Optional<AiError> broken) {
        Verdict verdict = Verdict.of(decoder, broken.map(this::detailed));
        if (verdict.complete() && !decoder.isOver()) {
            call.note("unterminated: the stream ended without [DONE]");
        }
        AiReturn.Builder ret =
                answer.end(verdict.complete()).model(answer.model(call.model())).ids(call.ids());
        requestId().ifPresent(ret::requestId);
        verdict.error().map(this::traceable).ifPresent(ret::error);
        return ret.build();
    }

    /** Interrupting the caller is a way to cancel the call. */
    private AiError detailed(AiError error) {
        if (error.code().equals("interrupted")) {
            call.cancellation().cancel(error.message());
        }
        boolean limited = head.isPresent() && error.status().isPresent();
        return limited ? withRetryAt(error, head.get()) : error;
    }

    private AiError withRetryAt(AiError error, Arrival.Head first) {
        return RetryAfter.of(first.headers(), exchange.now())
                .filter(at -> error.retryable() || error.category() == AiError.Category.RATE_LIMITED)
                .map(at -> error.withRetryAt(at).withRetryable(error.retryable()))
                .orElse(error);
    }

    private AiError traceable(AiError error) {
        return requestId().map(error::withRequestId).orElse(error);
    }

    private Optional<String> requestId() {
        return head.flatMap(first -> REQUEST_IDS.stream()
                .map(first::header)
                .filter(id -> PRINTABLE.matcher(id).matches())
                .findFirst());
    }

    private AiError cancelled() {
        try {
            call.cancellation().throwIfCancelled();
            return AiError.of(AiError.Category.CANCELLED, "cancelled", "the call was cancelled");
        } catch (AiException e) {
            return e.error();
        }
    }
}
