package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.EndpointUrls;
import dev.plumbline.http.Request;
import dev.plumbline.provider.Secret;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The head of a request: address, protocol, key. The key is read here and goes nowhere but into its header. */
final class RequestFactory {
    private static final int LONGEST_ID = 200;

    /** Bytes of attachments in one request. No provider takes more, and making it takes several times their size. */
    private static final long MOST_ATTACHED = 48L << 20;

    private static final int COPIES = 8;

    private final ProviderConfig wire;
    private final ApiFormat format;
    private final URI address;

    RequestFactory(ProviderConfig wire, ApiFormat format) {
        this.wire = wire;
        this.format = format;
        this.address = EndpointUrls.below(wire.base(), format.path());
    }

    /**
     * A request with that body. One for a whole answer is another one: it has a key of its own against being done twice.
     *
     * @throws AiException CONFIGURATION when there is no usable key
     */
    Request request(AiCall call, byte[] body, boolean streamed) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", streamed ? "text/event-stream, application/json" : "application/json");
        headers.put("User-Agent", "plumbline");
        if (isId(call.ids().request())) {
            headers.put("Idempotency-Key", call.ids().request() + (streamed ? "" : "-whole"));
        }
        headers.putAll(format.headers());
        if (wire.key().isPresent()) {
            authorise(headers, wire.key().get());
        }
        Request request = Request.post(address, headers, body);
        return streamed ? request : request.wholeAnswer();
    }

    /** Whether a text can be the id of a request in a header. */
    static boolean isId(String text) {
        boolean printable = !text.isEmpty() && text.length() <= LONGEST_ID;
        for (int i = 0; printable && i < text.length(); i++) {
            printable = text.charAt(i) > ' ' && text.charAt(i) < 127;
        }
        return printable;
    }

    /**
     * Refuses what would not fit into memory on its way.
     *
     * @throws AiException TOO_LARGE
     */
    static void requireFits(AiCall call) {
        long most = Math.min(MOST_ATTACHED, Runtime.getRuntime().maxMemory() / COPIES);
        long attached = call.effective().attached().bytes();
        if (attached > most) {
            throw new AiException(AiError.of(
                    AiError.Category.TOO_LARGE,
                    "attachments",
                    "the attachments of this conversation have " + (attached >> 20) + " MiB, and one request may hold "
                            + (most >> 20) + ": send smaller ones, or leave old ones out by historyReduction"));
        }
    }

    private void authorise(Map<String, String> headers, Secret key) {
        char[] chars = reveal(key);
        try {
            refuseUnprintable(chars);
            boolean bearer = wire.dialect().keyHeader().equals("Authorization");
            headers.put(wire.dialect().keyHeader(), (bearer ? "Bearer " : "") + new String(chars));
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
