package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.Exchange;
import dev.plumbline.http.Transport;
import dev.plumbline.json.JsonException;

/** What all providers do with a call, in three steps: encode, send, decode. Safe for any number of threads. */
final class WireClient implements AutoCloseable {
    private final Wire wire;
    private final Format format;
    private final Format.Encoder encoder;
    private final Requests requests;
    private final Transport transport;

    WireClient(Format format, Wire wire) {
        this.wire = wire;
        this.format = format;
        this.encoder = format.encoder(wire);
        this.requests = new Requests(wire, format);
        this.transport = new Transport(wire.id(), wire.timeouts(), wire.network(), wire.time());
    }

    byte[] encode(AiCall call) {
        return encoder.encode(call);
    }

    AiReturn call(AiCall call) {
        Exchange exchange;
        try {
            Requests.requireFits(call);
            exchange = transport.exchange(requests.request(call, encode(call)), call.spending());
        } catch (JsonException e) {
            return failed(
                    call,
                    AiError.of(AiError.Category.INVALID_REQUEST, "json", "the call has no JSON form: " + e.rule()));
        } catch (AiException e) {
            return failed(call, e.error());
        }
        Answer answer = new Answer(wire.id(), call.sink());
        return new WireCall(call, exchange, answer, format.decoder(answer)).run();
    }

    private static AiReturn failed(AiCall call, AiError error) {
        return AiReturn.builder()
                .error(error)
                .model(call.model())
                .ids(call.ids())
                .build();
    }

    Wire wire() {
        return wire;
    }

    /** Whether every connection is free or closed. */
    boolean isIdle() {
        return transport.isIdle();
    }

    @Override
    public void close() {
        transport.close();
    }

    /** The provider's id, its default model and where it is; never the key. */
    @Override
    public String toString() {
        return wire.id() + ":" + wire.model() + " at " + wire.base().getHost();
    }
}
