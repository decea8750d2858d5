package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.Request;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.client.AdaptedTimeouts;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.AttachmentFilter;
import dev.plumbline.providers.client.BuiltInModels;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.client.ProviderHttpCall;
import dev.plumbline.providers.client.RequestFactory;
import dev.plumbline.providers.client.ServiceRequests;
import dev.plumbline.providers.client.SignedParts;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.format.FittingEncoder;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.login.CallLogin;
import dev.plumbline.providers.login.TokenClient;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The base class of all providers: encodes a call, sends it and decodes the answer. Thread-safe. */
abstract class ProviderClient implements AiProvider {
    /** The codes of errors without a connection. */
    private static final Set<String> UNREACHED = Set.of("connect", "unknown-host");

    private static final TelemetryName ENCODE = TelemetryName.of("encode");

    private static final Duration BETWEEN_WAITS = Duration.ofSeconds(2);
    private static final long MOST_WAITS = AdaptedTimeouts.LOADING.toSeconds() / BETWEEN_WAITS.toSeconds();

    private final ProviderConfig wire;
    private final ApiFormat format;
    private final RequestEncoder encoder;
    private final RequestFactory requests;
    private final JsonNameCache names = new JsonNameCache();
    private final AttachmentFilter attachments;
    private final ServiceRequests service;
    private final SignedParts signed;
    private final boolean local;

    /** Another one when the last user has ended, whose connections and threads are those of no user. */
    private volatile HttpTransport transport;

    private int users; // guarded by this, as is closed
    private boolean closed;

    /** The handling of thinking that the service has bound; null for other formats. */
    private final @Nullable BoundThinking boundThinking;

    /** The models that the server does not stream; bounded by the number of models in use. */
    private final Set<String> unstreamed = ConcurrentHashMap.newKeySet();

    /** The models whose reasoning is not summarised for this account; bounded in the same way. */
    private final Set<String> unsummarised = ConcurrentHashMap.newKeySet();

    /** The context windows that a local server has listed, 0 for one that it has not; bounded in the same way. */
    private final Map<String, Integer> windows = new ConcurrentHashMap<>();

    ProviderClient(ApiFormat format, ProviderConfig wire) {
        this.wire = wire;
        this.format = format;
        this.encoder = wire.dialect().has(ServerDialect.Feature.FAILS_ON_UNSUPPORTED)
                ? LeftOutOptions.failing(fitting(format, wire))
                : fitting(format, wire);
        if (wire.apiVersion().isPresent() && format != ApiFormat.MESSAGES) {
            throw new IllegalArgumentException("apiVersion is for AnthropicMessages");
        }
        this.requests = new RequestFactory(wire, format);
        this.attachments = new AttachmentFilter(format, wire.dialect());
        this.signed = new SignedParts(format, wire);
        this.local = wire.isLocal();
        this.boundThinking =
                format == ApiFormat.MESSAGES || format == ApiFormat.BEDROCK ? new BoundThinking(wire.id()) : null;
        this.transport = transport(wire);
        this.service = new ServiceRequests(wire, () -> transport, requests);
    }

    private static HttpTransport transport(ProviderConfig wire) {
        Timeouts timeouts = wire.timeouts().over(AdaptedTimeouts.of(wire.isLocal()));
        HttpTransport transport = new HttpTransport(wire.id(), timeouts, wire.network(), wire.time());
        transport.nameHosts();
        return transport;
    }

    private static RequestEncoder fitting(ApiFormat format, ProviderConfig wire) {
        return new FittingEncoder(format.encoder(wire), wire.dialect());
    }

    /**
     * Returns the request body of a call without sending it; it contains no key.
     *
     * @throws dev.plumbline.json.JsonException if a text has no UTF-8 form
     */
    public final byte[] encode(AiCall call) {
        return encoder.encode(bound(signed.readable(call, () -> signed.writer(call, null))), streams(call));
    }

    final ApiFormat format() {
        return format;
    }

    /** Returns whether the server is Vertex AI. */
    final boolean isOnVertex() {
        return wire.dialect().name().equals(ServerDialect.VERTEX.name());
    }

    /** Returns the body of a request for a whole answer, without attachments that cannot be sent. */
    final byte[] wholeRequest(AiCall call) {
        return encoder.encode(
                attachments.sendable(bound(signed.readable(call, () -> signed.writer(call, null)))), false);
    }

    /** Decodes a whole body that did not come over a connection of this provider. */
    final AiReturn decode(AiCall call, Json body) {
        byte[] bytes = body.text().getBytes(StandardCharsets.UTF_8);
        AnswerAssembler answer =
                new AnswerAssembler(wire.id(), () -> signed.writer(call, null).text(), call.sink());
        AnswerDecoder decoder = format.decoder(answer, names);
        AiError broken = null;
        try {
            decoder.body(bytes, bytes.length);
        } catch (AiException e) {
            broken = e.error();
        }
        AiReturn ret =
                answer.end(answer.verdict(broken), call.model()).ids(call.ids()).build();
        return FittingEncoder.read(ret, call, wire.dialect());
    }

    /** Returns the requests beside the calls. */
    final ServiceRequests service() {
        return service;
    }

    private boolean streams(AiCall call) {
        boolean whole =
                call.outputSchema().isPresent() && wire.dialect().has(ServerDialect.Feature.WHOLE_SCHEMA_ANSWERS);
        return wire.streams() && !whole && !unstreamed.contains(call.model().name());
    }

    /**
     * Sends the call and returns the answer. If a service refuses a token that was kept from an earlier call, the request
     * is repeated once with a new one. If a server refuses to stream, to summarise reasoning, thinking whose prefix has
     * changed, or a picture in a tool result, before any content arrived, the request is repeated without it. A local
     * server that loads a model, or is busy, is waited for.
     */
    @Override
    public final AiReturn call(AiCall asked) {
        boolean streamed = streams(asked);
        CallLogin login = new CallLogin(
                wire.key(),
                wire.tokens(),
                new TokenClient(transport, asked.attribute(AiCall.SCHEDULER), asked.cancellation()));
        AiCall call;
        RequestFactory.Attempt attempt;
        try {
            String key = login.key();
            call = signed.readable(asked, () -> signed.writer(asked, key));
            Supplier<String> writer = () -> signed.writer(asked, key).text();
            attempt = new RequestFactory.Attempt(streamed, streamed ? "" : "-whole", login, writer);
        } catch (AiException e) {
            return AnswerAssembler.failed(asked, e.error());
        }
        AiReturn ret = answer(call, attempt);
        if (!ret.isOk() && attempt.login().isRenewed(ret.error().orElseThrow())) {
            call.addRemark("asked again with a new token: the service refused the kept one");
            ret = answer(call, attempt);
        }
        return ret.isOk() ? ret : withWindow(call, again(call, attempt, ret));
    }

    /**
     * Adds the size of the context window to the error of a call that is too long for a local model, unless the call knows
     * it. The server is asked once for each model, until it has answered.
     */
    private AiReturn withWindow(AiCall call, AiReturn ret) {
        AiError error = ret.error().orElse(null);
        boolean isKnown =
                call.attribute(ContextWindow.KEY).orElse(ContextWindow.UNKNOWN).tokens() > 0;
        if (!local || isKnown || error == null || error.category() != AiError.Category.CONTEXT_OVERFLOW) {
            return ret;
        }
        Integer listed = windows.get(call.model().name());
        int tokens = listed == null ? listedWindow(call) : listed;
        return tokens == 0
                ? ret
                : ret.toBuilder()
                        .error(error.withDetail(ContextWindow.SIZE, String.valueOf(tokens)))
                        .build();
    }

    /** Returns the context window that the server lists for the model of a call; 0 if it lists none. */
    private int listedWindow(AiCall call) {
        String name = call.model().name();
        int tokens = 0;
        try {
            tokens = service.models(call.cancellation()).stream()
                    .filter(model -> model.contextTokens() > 0)
                    .filter(model ->
                            model.id().name().equals(name) || model.id().name().equals(name + ":latest"))
                    .mapToInt(ModelInfo::contextTokens)
                    .findFirst()
                    .orElse(0);
        } catch (AiException noList) {
            // it stays unknown
        }
        if (!call.cancellation().isCancelled()) {
            windows.put(name, tokens);
        }
        return tokens;
    }

    private AiReturn again(AiCall call, RequestFactory.Attempt attempt, AiReturn ret) {
        AiError error = ret.error().orElseThrow();
        if (!ret.interactions().isEmpty()) {
            return ret;
        }
        boolean streamed = attempt.streamed();
        if (streamed && error.code().equals(ProviderErrorMapper.NO_STREAMING)) {
            unstreamed.add(call.model().name());
            call.addRemark("asked again for a whole answer: the server does not stream");
            return answer(call, attempt.with(false, "-whole"));
        }
        if (ProviderErrorMapper.isRefusalOfSummary(error)
                && unsummarised.add(call.model().name())) {
            call.addRemark("asked again without a summary of the reasoning: the account may not have one");
            return answer(call, attempt.with(streamed, "-unsummarised"));
        }
        if (boundThinking != null && boundThinking.isRefused(call, error)) {
            boolean left = BoundThinking.isLeftOut(bound(call));
            call.addRemark("asked again without thinking whose prefix has changed since: "
                    + (left ? "all of it is left out" : "the service drops it"));
            return answer(call, attempt.with(streamed, left ? "-without-thinking" : "-dropping-thinking"));
        }
        if (attachments.refused(call, error)) {
            call.addRemark("asked again without the pictures that the service refused");
            return answer(call, attempt.with(streamed, "-without-pictures"));
        }
        return local && ProviderErrorMapper.isPassing(error)
                ? afterWaiting(call, attempt.with(streamed, ""), ret)
                : ret;
    }

    /** Asks a local server again until it has loaded the model, or has done what others asked of it. */
    private AiReturn afterWaiting(AiCall call, RequestFactory.Attempt attempt, AiReturn first) {
        AiReturn ret = first;
        for (int asked = 0;
                asked < MOST_WAITS
                        && ret.error().isPresent()
                        && ProviderErrorMapper.isPassing(ret.error().get());
                asked++) {
            boolean loading = ProviderErrorMapper.isLoading(ret.error().get());
            CallAccess.recorder(call)
                    .waitStarted(BETWEEN_WAITS, loading ? ProviderHttpCall.LOADING : ProviderHttpCall.BUSY);
            try {
                call.cancellation()
                        .sleep(
                                BETWEEN_WAITS,
                                loading ? "the model server loads the model" : "the model server is busy");
            } catch (AiException cancelled) {
                return AnswerAssembler.failed(call, cancelled.error());
            }
            ret = answer(call, attempt);
        }
        return ret;
    }

    private AiReturn answer(AiCall call, RequestFactory.Attempt attempt) {
        ProviderHttpCall.Sent sent;
        try {
            AiCall sendable = attachments.sendable(bound(summarised(call)));
            long began = CallAccess.recorder(call).nanoTime();
            byte[] body = encoder.encode(sendable, attempt.streamed());
            CallAccess.recorder(call).partTook(ENCODE, began);
            Request request = requests.request(sendable, body, attempt);
            Exchange exchange = transport.exchange(
                    adapted(request, call, body.length), call.budget(), call.attribute(AiCall.SCHEDULER));
            sent = new ProviderHttpCall.Sent(exchange, body.length, local);
        } catch (JsonException e) {
            return AnswerAssembler.failed(
                    call,
                    AiError.of(AiError.Category.INVALID_REQUEST, "json", "the call has no JSON form: " + e.rule()));
        } catch (AiException e) {
            return AnswerAssembler.failed(call, e.error());
        }
        AnswerAssembler answer = new AnswerAssembler(wire.id(), attempt.writer(), call.sink());
        AiReturn ret = new ProviderHttpCall(call, sent, answer, format.decoder(answer, names), wire.tap()).execute();
        if (ret.isOk()) {
            attachments.accepted(call);
            return FittingEncoder.read(ret, call, wire.dialect());
        }
        return withName(ret, call);
    }

    private AiCall bound(AiCall call) {
        return boundThinking == null ? call : boundThinking.applied(call);
    }

    private AiCall summarised(AiCall call) {
        if (format != ApiFormat.RESPONSES || !unsummarised.contains(call.model().name())) {
            return call;
        }
        return call.withOptions(call.options().toBuilder()
                .addExtra(ProviderOptionKeys.REASONING_SUMMARY, "none")
                .build());
    }

    /** Returns the request with deadlines for its call; those that the builder set stay. */
    private Request adapted(Request request, AiCall call, int bytes) {
        boolean usual = call.options().reasoning().isEmpty() && !AdaptedTimeouts.isLong(bytes);
        return usual
                ? request
                : request.within(wire.timeouts().over(AdaptedTimeouts.of(AdaptedTimeouts.of(local), call, bytes)));
    }

    /** Adds what the message names: the server's address to a connection error, the model to one that is not found. */
    private AiReturn withName(AiReturn ret, AiCall call) {
        AiError error = ret.error().orElseThrow();
        if (error.category() == AiError.Category.NOT_FOUND) {
            return ret.toBuilder().error(withModel(error, call.model().name())).build();
        }
        if (!UNREACHED.contains(error.code())
                || !(error.category() == AiError.Category.NETWORK
                        || error.category() == AiError.Category.TIMEOUT_CONNECT)) {
            return ret;
        }
        AiError named = error.withDetail("address", wire.base().getRawAuthority());
        ServerDialect dialect = wire.dialect();
        return ret.toBuilder()
                .error(dialect.isLocalServer() ? named.withDetail("server", dialect.displayName(wire.id())) : named)
                .build();
    }

    /** Names the model; at a server that users start themselves, which has no accounts, also how to get the model. */
    private AiError withModel(AiError error, String model) {
        AiError named = error.withDetail("model", model);
        if (!local || !wire.dialect().isLocalServer()) {
            return named;
        }
        AiError atServer = named.withDetail("server", wire.dialect().displayName(wire.id()));
        return wire.dialect().name().equals(ServerDialect.OLLAMA.name())
                ? atServer.withDetail("command", "ollama pull " + model)
                : atServer;
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
        return BuiltInModels.of(wire.dialect().name(), wire.id());
    }

    @Override
    public final List<ModelInfo> fetchModels() {
        return service.models(Cancellation.create());
    }

    @Override
    public final Map<String, String> requestAttributes() {
        return wire.headers().attributes();
    }

    @Override
    public final SchemaDialect schemaDialect() {
        return wire.dialect().schemas().dialect();
    }

    @Override
    public final void warmUp() {
        transport.warmUp(wire.base());
    }

    /** Returns whether every connection is free or closed. */
    final boolean isIdle() {
        return transport.isIdle();
    }

    /** Adds a user. When the last one ends, connections and threads end with it; a later call opens others. */
    @Override
    public final synchronized Subscription retain() {
        users++;
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if (!ended.getAndSet(true)) {
                release();
            }
        };
    }

    private synchronized void release() {
        users--;
        if (users == 0 && !closed) {
            HttpTransport unused = transport;
            transport = transport(wire);
            unused.close();
        }
    }

    /** Ends its calls, whoever uses it; a later call fails. */
    @Override
    public final synchronized void close() {
        closed = true;
        transport.close();
    }

    /** Returns the provider's id, default model, address and the names of added headers; never the key. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + wire.id() + ":" + wire.model() + " at "
                + wire.base().getHost()
                + (wire.headers().isEmpty() ? "" : " with headers " + wire.headers()) + "]";
    }
}
