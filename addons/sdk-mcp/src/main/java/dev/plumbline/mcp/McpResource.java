package dev.plumbline.mcp;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Something that a client can read by its address: a document, a selection, a picture. Immutable; its reader runs on
 * the UI thread if the server has a host.
 *
 * @param uri its address, or an address with variables, e.g. {@code plan://walls/{id}}
 * @param name a short name
 * @param description what it contains, for the model; empty for none
 * @param mimeType its media type, e.g. {@code application/json}
 * @param reader reads it
 */
public record McpResource(String uri, String name, String description, String mimeType, Reader reader) {
    public McpResource {
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(mimeType, "mimeType");
        Objects.requireNonNull(reader, "reader");
        if (!uri.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.+")) {
            throw new IllegalArgumentException("the address of a resource begins with a scheme, e.g. plan://selection");
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("resource " + uri + ": it needs a name");
        }
    }

    /** Returns a resource of text. */
    public static McpResource text(String uri, String name, String mimeType, Supplier<String> content) {
        return new McpResource(uri, name, "", mimeType, (variables, client) -> Part.text(content.get()));
    }

    /** Returns a resource of bytes, e.g. a picture of the screen. */
    public static McpResource bytes(String uri, String name, String mimeType, Supplier<Blob> content) {
        return new McpResource(uri, name, "", mimeType, (variables, client) -> new Part.File(name, content.get()));
    }

    /** Returns a copy with that description. */
    public McpResource withDescription(String sentence) {
        return new McpResource(uri, name, sentence, mimeType, reader);
    }

    /** Returns whether its address has variables. */
    public boolean isTemplate() {
        return uri.indexOf('{') >= 0;
    }

    /** Reads a resource. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Returns the content: a {@link Part.Text} or a {@link Part.File}.
         *
         * @param variables the values of the variables in the address, decoded; none is {@code .} or {@code ..} or has
         *     a slash, a backslash or a control character
         * @param client the client that reads
         * @throws Exception the client sees the message of a {@link dev.plumbline.tool.ToolException}; of any other it
         *     sees the class name
         */
        Part read(Map<String, String> variables, McpClient client) throws Exception;
    }
}
