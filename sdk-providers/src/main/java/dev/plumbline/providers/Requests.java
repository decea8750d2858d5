package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.regex.Pattern;

/** The head of a request: address, protocol, key. The key is read here and goes nowhere but into its header. */
final class Requests {
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1,200}");

    private final Wire wire;
    private final Format format;
    private final URI address;

    Requests(Wire wire, Format format) {
        this.wire = wire;
        this.format = format;
        this.address = Addresses.below(wire.base(), format.path());
    }

    /**
     * A request without its body.
     *
     * @throws AiException CONFIGURATION when there is no usable key
     */
    HttpRequest.Builder request(AiCall call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream, application/json")
                .header("User-Agent", "plumbline");
        if ("http".equalsIgnoreCase(address.getScheme())) {
            // HTTP/2 would ask for an upgrade, which local servers answer with a lost body or not at all
            request.version(HttpClient.Version.HTTP_1_1);
        }
        if (PRINTABLE.matcher(call.ids().request()).matches()) {
            request.header("Idempotency-Key", call.ids().request());
        }
        format.headers().forEach(request::header);
        wire.key().ifPresent(key -> authorise(request, key));
        return request;
    }

    private void authorise(HttpRequest.Builder request, Secret key) {
        char[] chars = reveal(key);
        try {
            refuseUnprintable(chars);
            boolean bearer = wire.dialect().keyHeader().equals("Authorization");
            request.header(wire.dialect().keyHeader(), (bearer ? "Bearer " : "") + new String(chars));
        } finally {
            Arrays.fill(chars, ' ');
        }
    }

    /** A key store that fails must not fail with its own words: they may hold the key. */
    private static char[] reveal(Secret key) {
        try {
            return key.reveal();
        } catch (RuntimeException e) {
            throw new AiException(
                    unusable("the source of the key failed; see Secret.from").withCause(e));
        }
    }

    private static void refuseUnprintable(char[] key) {
        boolean printable = key.length > 0;
        for (char c : key) {
            printable &= c > ' ' && c < 127;
        }
        if (!printable) {
            throw new AiException(
                    unusable("the key is empty or has characters a header cannot hold; see apiKey(Secret)"));
        }
    }

    private static AiError unusable(String message) {
        return AiError.of(AiError.Category.CONFIGURATION, "key", message);
    }
}
