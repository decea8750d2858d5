package dev.plumbline.tool;

import dev.plumbline.body.Blob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The addresses one tool call may reach: https to the hosts the host program has allowed, and none unless it has. The
 * connection goes to the very address that was checked, and every redirect is decided anew. Every decision is an event.
 *
 * <p>What a rule does not allow is a {@link ToolException} with {@code EGRESS_DENIED} that names the rule and not the
 * address; a body larger than the limit is one with {@code QUOTA}, and a connection that fails one with {@code FAILED}.
 * An answer with a bad status is an answer. After the call everything throws {@link IllegalStateException}, and what is
 * under way ends. Blocks; safe for any number of threads.
 */
public interface SandboxedHttp {

    /** Sends a request and reads the whole answer, behind at most a few redirects. */
    Response send(Request request);

    /** A GET without further headers. */
    default Response get(URI address) {
        return send(Request.get(address));
    }

    /**
     * A request.
     *
     * @param method in capitals, e.g. {@code GET}
     * @param address an absolute https address
     * @param headers what the program adds; none of them follows a redirect to another origin
     * @param body what is sent, with its media type as {@code Content-Type}
     */
    record Request(String method, URI address, Map<String, String> headers, Optional<Blob> body) {
        public Request {
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(address, "address");
            headers = Map.copyOf(headers);
            Objects.requireNonNull(body, "body");
        }

        /** A GET without further headers. */
        public static Request get(URI address) {
            return new Request("GET", address, Map.of(), Optional.empty());
        }

        /** A POST of that content. */
        public static Request post(URI address, Blob content) {
            return new Request("POST", address, Map.of(), Optional.of(content));
        }

        /** A copy with one header set. */
        public Request withHeader(String name, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(name, value);
            return new Request(method, address, more, body);
        }

        @Override
        public String toString() {
            return "Request[" + method + body.map(blob -> ", " + blob).orElse("") + "]";
        }
    }

    /**
     * An answer, read whole.
     *
     * @param status 200 to 599
     * @param headers by name in small letters
     * @param body what came, with the media type that was said, {@code application/octet-stream} when none was
     */
    record Response(int status, Map<String, String> headers, Blob body) {
        public Response {
            headers = Map.copyOf(headers);
            Objects.requireNonNull(body, "body");
        }

        /** Whether the status is 200 to 299. */
        public boolean isOk() {
            return status >= 200 && status < 300;
        }

        /**
         * Itself when {@link #isOk}.
         *
         * @throws ToolException FAILED, with the status
         */
        public Response orThrow() {
            if (!isOk()) {
                throw new ToolException("The server answered with status " + status + ".");
            }
            return this;
        }

        /** The body read as UTF-8; what is no UTF-8 is replaced. */
        public String text() {
            try (InputStream bytes = body.open()) {
                return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return "Response[" + status + ", " + body + "]";
        }
    }
}
