package dev.plumbline.providers.client;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.Request;
import dev.plumbline.http.internal.ResponseBodyHandler;
import dev.plumbline.http.internal.ResponseHead;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.login.CallLogin;
import dev.plumbline.providers.login.TokenClient;
import dev.plumbline.time.Subscription;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends the requests of a provider beside its calls: lists, files, batches, downloads; with the same key. Thread-safe. */
public final class ServiceRequests {
    private static final String JSON = "application/json";

    /** The deadlines of a download, which is silent while it is checked. */
    private static final Timeouts HOURS =
            new Timeouts(Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofHours(24));

    /** The greatest file of results that is read. */
    private static final int MOST = 256 << 20;

    private final ProviderConfig wire;
    private final Supplier<HttpTransport> transport;
    private final RequestFactory requests;

    /**
     * Creates the requests of a provider.
     *
     * @param transport returns the transport of a request that begins
     */
    public ServiceRequests(ProviderConfig wire, Supplier<HttpTransport> transport, RequestFactory requests) {
        this.wire = wire;
        this.transport = transport;
        this.requests = requests;
    }

    private CallLogin login(Cancellation cancellation) {
        return new CallLogin(
                wire.key(), wire.tokens(), new TokenClient(transport.get(), Optional.empty(), cancellation));
    }

    /**
     * Returns the models that the service lists, with what a local server says of them.
     *
     * @throws AiException if the answer is not a list, or the cancellation ends the request
     */
    public List<ModelInfo> models(Cancellation cancellation) {
        Request request = requests.models(login(cancellation));
        List<ModelInfo> listed = ModelList.read(whole(request, ModelList.MOST, cancellation), wire.id());
        return wire.isLocal()
                ? new LocalModels(wire.dialect().name(), wire.base(), address -> object(address, cancellation))
                        .refined(listed)
                : listed;
    }

    /** Sends a request and returns the whole answer. */
    public byte[] ask(String method, String path, String type, String body) {
        Cancellation never = Cancellation.create();
        return whole(requests.beside(side(method, path, type, body), login(never)), MOST, never);
    }

    private RequestFactory.Side side(String method, String path, String type, String body) {
        return new RequestFactory.Side(method, EndpointUrls.below(wire.base(), path), type, body);
    }

    /** Returns the JSON object at an address of the server; empty if there is none. */
    private Optional<Json> object(URI address, Cancellation cancellation) {
        try {
            byte[] bytes = whole(
                    requests.beside(new RequestFactory.Side("GET", address, "", ""), login(cancellation)),
                    ErrorBodyReader.MOST_BYTES,
                    cancellation);
            Json json = UntrustedJson.parse(new String(bytes, StandardCharsets.UTF_8));
            return json.kind() == Json.Kind.OBJECT ? Optional.of(json) : Optional.empty();
        } catch (AiException | JsonException e) {
            return Optional.empty();
        }
    }

    /**
     * Posts to the server and passes the lines of its answer, which may take hours.
     *
     * @throws AiException if it fails or is cancelled
     */
    public void lines(String path, Json body, Cancellation cancellation, Function<Json, Optional<AiError>> line) {
        Request request = requests.beside(side("POST", path, JSON, body.text()), login(cancellation));
        answered(request.within(HOURS), cancellation, exchange -> {
            exchange.read(new LineHandler(line));
            return true;
        });
    }

    private byte[] whole(Request request, int most, Cancellation cancellation) {
        return answered(request, cancellation, exchange -> exchange.whole(most));
    }

    /**
     * Sends a request, and returns what a reader makes of its answer.
     *
     * @throws AiException if the service refuses it, or the cancellation ends it
     */
    private <T> T answered(Request request, Cancellation cancellation, Function<Exchange, T> reader) {
        Exchange exchange = transport.get().exchange(request, BudgetTracker.unlimited(), Optional.empty());
        Subscription onCancel = cancellation.onCancel(() ->
                exchange.cancel(AiError.of(AiError.Category.CANCELLED, "cancelled", "the request was cancelled")));
        try {
            ResponseHead head = exchange.send();
            if (!head.isOk()) {
                byte[] said = exchange.readPrefix(ErrorBodyReader.MOST_BYTES);
                throw new AiException(ProviderErrorMapper.of(head.status(), ErrorBodyReader.ofBody(said, said.length)));
            }
            return reader.apply(exchange);
        } finally {
            onCancel.close();
            exchange.release();
        }
    }

    /** Reads lines of JSON; one that is an error ends the reading with it. */
    private record LineHandler(Function<Json, Optional<AiError>> line) implements ResponseBodyHandler {
        @Override
        public boolean event(String name, byte[] data, int length) {
            body(data, length);
            return true;
        }

        @Override
        public void body(byte[] data, int length) {
            try {
                Optional<AiError> error =
                        line.apply(UntrustedJson.parse(new String(data, 0, length, StandardCharsets.UTF_8)));
                if (error.isPresent()) {
                    throw new AiException(error.get());
                }
            } catch (JsonException e) {
                throw DecodingErrors.protocol("json", "a line of the answer is not JSON");
            }
        }
    }
}
