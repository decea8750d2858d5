package dev.plumbline.providers.client;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.ResponseBodyHandler;
import dev.plumbline.http.internal.ResponseHead;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.time.Subscription;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one encoded call over HTTP: sends it, reads the answer, and returns the outcome. One use, one thread. As an
 * action of its exchange it reports, from another thread, that a local server is still silent. What arrives is counted, and
 * passed to the listener of the program, if there is one, before it is decoded.
 */
public final class ProviderHttpCall implements ResponseBodyHandler, Runnable {
    /** The label of the wait for a local server that loads a model. */
    public static final TelemetryName LOADING = TelemetryName.of("model-loading");

    /** The label of the wait for a local server that is busy with other requests. */
    public static final TelemetryName BUSY = TelemetryName.of("server-busy");

    private static final List<String> REQUEST_IDS =
            List.of("x-request-id", "request-id", "apim-request-id", "x-amzn-requestid");

    private final AiCall call;
    private final Exchange exchange;
    private final long sent;
    private final boolean local;
    private final AnswerAssembler answer;
    private final AnswerDecoder decoder;
    private @Nullable BiConsumer<String, byte[]> tap;
    private long received;
    private @Nullable ResponseHead head;

    public ProviderHttpCall(
            AiCall call,
            Sent sent,
            AnswerAssembler answer,
            AnswerDecoder decoder,
            Optional<BiConsumer<String, byte[]>> tap) {
        this.call = call;
        this.exchange = sent.exchange();
        this.sent = sent.bytes();
        this.local = sent.local();
        this.answer = answer;
        this.decoder = decoder;
        this.tap = tap.orElse(null);
    }

    /** Reports that a local server has not sent anything for a while: it probably loads the model. */
    @Override
    public void run() {
        CallAccess.recorder(call).waiting(exchange.firstEventLimit(), LOADING);
    }

    /** Runs the call and returns the answer, also after a failure. */
    public AiReturn execute() {
        if (local) {
            exchange.onSilence(this);
        }
        Subscription onCancel = call.cancellation().onCancel(() -> exchange.cancel(cancelled()));
        try {
            return result(read());
        } finally {
            onCancel.close();
            exchange.release();
            CallAccess.recorder(call).transferred(sent, received);
        }
    }

    /** Reads the answer; returns the error that interrupted it, or null. */
    private @Nullable AiError read() {
        try {
            ResponseHead first = exchange.send();
            head = first;
            CallAccess.recorder(call).responded(first.status());
            if (!first.isOk()) {
                return errorAnswer(first);
            }
            exchange.read(this);
            return null;
        } catch (AiException e) {
            return e.error();
        }
    }

    /** Returns the error of an error response. The status determines it, also if the body does not arrive. */
    private AiError errorAnswer(ResponseHead first) {
        byte[] said = exchange.readPrefix(ErrorBodyReader.MOST_BYTES);
        arrived("error", said, said.length);
        ProviderErrorBody body = ErrorBodyReader.ofBody(said, said.length).or(ofHeader(first));
        AiError error = ProviderErrorMapper.of(first.status(), body);
        return body.retryAfter().isEmpty()
                ? error
                : withRetryAt(error, exchange.now().plus(body.retryAfter().get()));
    }

    /** Returns the name of an error of AWS, which is in a header, with an address behind it. */
    private static ProviderErrorBody ofHeader(ResponseHead first) {
        String name = first.header("x-amzn-errortype");
        int colon = name.indexOf(':');
        return new ProviderErrorBody(colon < 0 ? name : name.substring(0, colon), "", OptionalInt.empty(), "");
    }

    private AiReturn result(@Nullable AiError broken) {
        AiError error = answer.verdict(broken == null ? null : detailed(broken));
        AiReturn.Builder ret = answer.end(error, call.model()).ids(call.ids());
        String id = requestId();
        if (id != null) {
            ret.requestId(id);
            if (error != null) {
                ret.error(error.withRequestId(id));
            }
        }
        return ret.build();
    }

    /** Adds details to an error. An interrupt of the calling thread cancels the call. */
    private AiError detailed(AiError error) {
        if (error.code().equals("interrupted")) {
            call.cancellation().cancel(error.message());
        }
        return head != null && error.status().isPresent() ? withRetryAt(error, head) : error;
    }

    private AiError withRetryAt(AiError error, ResponseHead first) {
        Optional<Instant> at = first.retryAt(exchange.now());
        return at.isPresent() ? withRetryAt(error, at.get()) : error;
    }

    private static AiError withRetryAt(AiError error, Instant at) {
        return error.retryable() || error.category() == AiError.Category.RATE_LIMITED
                ? error.withRetryAt(at).withRetryable(error.retryable())
                : error;
    }

    private @Nullable String requestId() {
        if (head != null) {
            for (String name : REQUEST_IDS) {
                String id = head.header(name);
                if (RequestFactory.isId(id)) {
                    return id;
                }
            }
        }
        return null;
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
     * A request that was sent.
     *
     * @param bytes the length of its body
     * @param local whether the server is one that loads models on demand
     */
    public record Sent(Exchange exchange, long bytes, boolean local) {}

    @Override
    public boolean event(String name, byte[] data, int length) {
        arrived(name, data, length);
        return decoder.event(name, data, length);
    }

    @Override
    public boolean isKeepAlive(String name, byte[] data, int length) {
        return JsonDocumentStream.isKeepAlive(name, data, length);
    }

    @Override
    public void body(byte[] bytes, int length) {
        arrived("body", bytes, length);
        decoder.body(bytes, length);
    }

    @Override
    public void bodyEnded(boolean announced) {
        decoder.bodyEnded(announced);
    }

    private void arrived(String name, byte[] bytes, int length) {
        received += length;
        if (tap != null) {
            try {
                tap.accept(name, Arrays.copyOf(bytes, length));
            } catch (RuntimeException failed) {
                CallAccess.recorder(call).failed("tap", failed);
                tap = null; // a failing listener must not change the answer
            }
        }
    }
}
