package dev.plumbline.provider.internal;

import dev.plumbline.call.TypedKey;
import dev.plumbline.event.CallIds;
import java.net.URI;
import java.util.Map;
import java.util.Objects;

/**
 * Receives the HTTP requests of model calls before they are sent, without keys. A call carries it as the attribute
 * {@link #KEY}, and a provider that sends HTTP requests calls it on the thread of the call.
 */
@FunctionalInterface
public interface RequestListener {
    /** The attribute of a call that holds its listener; without it nothing is reported. */
    TypedKey<RequestListener> KEY = TypedKey.of("plumbline.requests", RequestListener.class);

    /**
     * Called before each request, with the request as it will be sent.
     *
     * @throws dev.plumbline.event.AiException if it must not be sent; the call ends with its error
     */
    void onRequest(SentRequest request);

    /**
     * A POST request. Its body is content; {@code toString} shows only its length.
     *
     * @param ids the ids of the call
     * @param address the address, as it is sent
     * @param headers the headers whose values are known to be harmless, in order; of all others, which may hold keys,
     *     the names with an empty value; unmodifiable
     * @param body the body
     */
    record SentRequest(CallIds ids, URI address, Map<String, String> headers, String body) {
        public SentRequest {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(address, "address");
            Objects.requireNonNull(headers, "headers");
            Objects.requireNonNull(body, "body");
        }

        @Override
        public String toString() {
            return "SentRequest[" + address.getHost() + ", " + headers.keySet() + ", " + body.length() + " characters]";
        }
    }
}
