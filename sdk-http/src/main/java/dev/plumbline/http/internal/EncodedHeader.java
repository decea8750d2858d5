package dev.plumbline.http.internal;

import dev.plumbline.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Texts in headers as the Model Context Protocol encodes them: {@code =?base64?…?=} for what a header cannot have. */
public final class EncodedHeader {
    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private EncodedHeader() {}

    /** Returns the parameter that the header {@code Mcp-Name} repeats; empty for a method whose requests have none. */
    public static Optional<String> nameMember(String method) {
        return switch (method) {
            case "tools/call", "prompts/get" -> Optional.of("name");
            case "resources/read" -> Optional.of("uri");
            case "tasks/get", "tasks/update", "tasks/cancel" -> Optional.of("taskId");
            default -> Optional.empty();
        };
    }

    /** Returns the value of the header {@code Mcp-Name} of a request; empty if it has none. */
    public static Optional<String> name(String method, Json params) {
        return nameMember(method)
                .flatMap(member -> params.get(member).findText())
                .map(EncodedHeader::encode);
    }

    /** Returns the value of a header for a text: itself, if a header can have it. */
    public static String encode(String text) {
        boolean plain = text.equals(text.strip())
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7F)
                && !text.startsWith(BEGIN);
        return plain ? text : BEGIN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + END;
    }

    /**
     * Returns the text of a header.
     *
     * @throws IllegalArgumentException says what is wrong with the value
     */
    public static String decode(String value) {
        if (value.startsWith(BEGIN) && value.endsWith(END) && value.length() >= BEGIN.length() + END.length()) {
            String encoded = value.substring(BEGIN.length(), value.length() - END.length());
            try {
                if (encoded.length() % 4 != 0) {
                    throw new IllegalArgumentException("padding is missing");
                }
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded)))
                        .toString();
            } catch (IllegalArgumentException | CharacterCodingException malformed) {
                throw new IllegalArgumentException("is not valid Base64 of UTF-8", malformed);
            }
        }
        if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7F))) {
            throw new IllegalArgumentException("has characters that must be encoded");
        }
        return value;
    }
}
