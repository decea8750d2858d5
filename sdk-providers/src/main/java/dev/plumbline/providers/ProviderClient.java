package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.Exchange;
import dev.plumbline.http.HttpTransport;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonNameCache;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** What all providers do with a call, in three steps: encode, send, decode. Safe for any number of threads. */
abstract class ProviderClient implements AiProvider {
    private final ProviderConfig wire;
    private final ApiFormat format;
    private final RequestEncoder encoder;
    private final RequestFactory requests;
    private final HttpTransport transport;
    private final JsonNameCache names = new JsonNameCache();
    private final AtomicInteger users = new AtomicInteger();

    /** Models the server would not stream: as many as users name. */
    private final Set<String> unstreamed = ConcurrentHashMap.newKeySet();

    ProviderClient(ApiFormat format, ProviderConfig wire) {
        this.wire = wire;
        this.format = format;
        this.encoder = format.encoder(wire);
        this.requests = new RequestFactory(wire, format);
        this.transport = new HttpTransport(wire.id(), wire.timeouts(), wire.network(), wire.time());
    }

    /**
     * The body of the request by which a call would be sent; nothing is sent, and it holds no key.
     *
     * @throws dev.plumbline.json.JsonException when a text has no UTF-8 form
     */
    public final byte[] encode(AiCall call) {
        return encoder.encode(call, streams(call));
    }

    private boolean streams(AiCall call) {
        return wire.streams() && !unstreamed.contains(call.model().name());
    }

    /** The answer. Where a server will not stream, and says so before anything arrived, it is asked for a whole one. */
    @Override
    public final AiReturn call(AiCall call) {
        boolean streamed = streams(call);
        AiReturn ret = answer(call, streamed);
        if (!streamed || !isRefusalToStream(ret)) {
            return ret;
        }
        unstreamed.add(call.model().name());
        call.note("asked again for a whole answer: the server does not stream");
        return answer(call, false);
    }

    private static boolean isRefusalToStream(AiReturn ret) {
        return ret.interactions().isEmpty()
                && ret.error().isPresent()
                && ret.error().get().code().equals(ProviderErrorMapper.NO_STREAMING);
    }

    private AiReturn answer(AiCall call, boolean streamed) {
        ProviderHttpCall.Sent sent;
        try {
            RequestFactory.requireFits(call);
            byte[] body = encoder.encode(call, streamed);
            Exchange exchange = transport.exchange(
                    requests.request(call, body, streamed), call.spending(), call.get(AiCall.TIMEKEEPER));
            sent = new ProviderHttpCall.Sent(exchange, body.length);
        } catch (JsonException e) {
            return failed(
                    call,
                    AiError.of(AiError.Category.INVALID_REQUEST, "json", "the call has no JSON form: " + e.rule()));
        } catch (AiException e) {
            return failed(call, e.error());
        }
        AnswerAssembler answer = new AnswerAssembler(wire.id(), call.sink());
        return new ProviderHttpCall(
                        call, sent, answer, new ProviderHttpCall.Tapped(format.decoder(answer, names), wire.tap()))
                .run();
    }

    private static AiReturn failed(AiCall call, AiError error) {
        return AiReturn.builder()
                .error(error)
                .model(call.model())
                .ids(call.ids())
                .build();
    }

    @Override
    public final String id() {
        return wire.id();
    }

    @Override
    public final String defaultModel() {
        return wire.model();
    }

    @Override
    public final String endpoint() {
        return wire.base().toString();
    }

    @Override
    public final List<ModelInfo> models() {
        return BuiltInModels.of(wire);
    }

    @Override
    public final SchemaDialect schemaDialect() {
        return wire.dialect().schemas();
    }

    @Override
    public final void warmUp() {
        transport.warmUp(wire.base());
    }

    /** Whether every connection is free or closed. */
    final boolean isIdle() {
        return transport.isIdle();
    }

    /** One more user; the transport is closed with the last of them. */
    @Override
    public final Subscription retain() {
        users.incrementAndGet();
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if (!ended.getAndSet(true) && users.decrementAndGet() == 0) {
                close();
            }
        };
    }

    @Override
    public final void close() {
        transport.close();
    }

    /** The provider's id, its default model and where it is; never the key. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + wire.id() + ":" + wire.model() + " at "
                + wire.base().getHost() + "]";
    }
}
