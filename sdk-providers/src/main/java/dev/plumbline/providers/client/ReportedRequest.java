package dev.plumbline.providers.client;

import dev.plumbline.call.AiCall;
import dev.plumbline.provider.internal.RequestListener;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A request that a listener receives without the values of headers that may hold keys.
 *
 * @param address where it goes
 * @param headers all of its headers
 * @param body its body
 */
record ReportedRequest(URI address, Map<String, String> headers, String body) {
    /** The headers whose values are the library's own; a program may put a key into any other. */
    private static final Set<String> HARMLESS =
            Set.of("content-type", "accept", "user-agent", "anthropic-version", "traceparent");

    /** Calls the listener. */
    void report(RequestListener listener, AiCall call) {
        listener.onRequest(
                new RequestListener.SentRequest(call.ids(), address, Collections.unmodifiableMap(shown()), body));
    }

    private Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        headers.forEach(
                (name, value) -> shown.put(name, HARMLESS.contains(name.toLowerCase(Locale.ROOT)) ? value : ""));
        return shown;
    }
}
