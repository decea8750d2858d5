package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.Exchange;
import dev.plumbline.http.Head;
import dev.plumbline.time.Subscription;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One call over the wire, after its request was encoded: sends, reads, and says how it ended. One use, one thread. */
final class WireCall {
    static final int MOST_OF_AN_ERROR = 64 << 10;

    private static final List<String> REQUEST_IDS = List.of("x-request-id", "request-id", "apim-request-id");
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1,200}");

    private final AiCall call;
    private final Exchange exchange;
    private final long sent;
    private final Answer answer;
    private final Tapped decoder;
    private Optional<Head> head = Optional.empty();

    WireCall(AiCall call, Sent sent, Answer answer, Tapped decoder) {
        this.call = call;
        this.exchange = sent.exchange();
        this.sent = sent.bytes();
        this.answer = answer;
        this.decoder = decoder;
    }

    /** The answer, however it ended. */
    AiReturn run() {
        Subscription onCancel = call.cancellation().onCancel(() -> exchange.stop(cancelled()));
        try {
            return result(read());
        } finally {
            onCancel.close();
            exchange.leave();
            call.recorder().exchanged(sent, decoder.received);
        }
    }

    private Optional<AiError> read() {
        try {
            Head first = exchange.begin();
            head = Optional.of(first);
            if (!first.isOk()) {
                return Optional.of(errorAnswer(first));
            }
            exchange.read(decoder);
            return Optional.empty();
        } catch (AiException e) {
            return Optional.of(e.error());
        }
    }

    /** The status decides, also when the body does not arrive. */
    private AiError errorAnswer(Head first) {
        byte[] said = exchange.beginning(MOST_OF_AN_ERROR);
        decoder.error(said);
        return ErrorTable.of(first.status(), ErrorReader.ofBody(said, said.length));
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

    private AiError withRetryAt(AiError error, Head first) {
        return first.retryAt(exchange.now())
                .filter(at -> error.retryable() || error.category() == AiError.Category.RATE_LIMITED)
                .map(at -> error.withRetryAt(at).withRetryable(error.retryable()))
                .orElse(error);
    }

    private AiError traceable(AiError error) {
        return requestId().map(error::withRequestId).orElse(error);
    }

    private Optional<String> requestId() {
        if (head.isPresent()) {
            for (String name : REQUEST_IDS) {
                String id = head.get().header(name);
                if (!id.isEmpty() && PRINTABLE.matcher(id).matches()) {
                    return Optional.of(id);
                }
            }
        }
        return Optional.empty();
    }

    private AiError cancelled() {
        try {
            call.cancellation().throwIfCancelled();
            return AiError.of(AiError.Category.CANCELLED, "cancelled", "the call was cancelled");
        } catch (AiException e) {
            return e.error();
        }
    }

    /**
     * A request on its way.
     *
     * @param bytes the length of its body
     */
    record Sent(Exchange exchange, long bytes) {}

    /** A decoder whose bytes are counted, and somebody may see, before it gets them. One answer, one thread. */
    static final class Tapped implements Decoder {
        private final Decoder decoder;
        private Optional<ProviderBuilder.Tap> tap;
        private long received;

        Tapped(Decoder decoder, Optional<ProviderBuilder.Tap> tap) {
            this.decoder = decoder;
            this.tap = tap;
        }

        @Override
        public boolean event(String name, byte[] data, int length) {
            show(name, data, length);
            return decoder.event(name, data, length);
        }

        @Override
        public void body(byte[] bytes, int length) {
            show("body", bytes, length);
            decoder.body(bytes, length);
        }

        /** What came with an error's status, of which no decoder makes anything. */
        void error(byte[] bytes) {
            show("error", bytes, bytes.length);
        }

        private void show(String name, byte[] bytes, int length) {
            received += length;
            if (tap.isPresent()) {
                try {
                    tap.get().arrived(name, Arrays.copyOf(bytes, length));
                } catch (RuntimeException failed) {
                    // who only looks must not change what is seen, and its words could be content
                    tap = Optional.empty();
                }
            }
        }

        @Override
        public boolean isComplete() {
            return decoder.isComplete();
        }

        @Override
        public boolean isOver() {
            return decoder.isOver();
        }

        @Override
        public Optional<AiError> error() {
            return decoder.error();
        }
    }
}
