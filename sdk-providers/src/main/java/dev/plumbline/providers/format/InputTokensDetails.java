package dev.plumbline.providers.format;

import dev.plumbline.event.Usage;
import dev.plumbline.json.internal.JsonCursor;

/** The tokens of a prompt cache in an answer of OpenAI: {@code input_tokens_details}, {@code prompt_tokens_details}. */
public final class InputTokensDetails {
    private long cached;
    private long written;
    private long longWritten;

    public void read(JsonCursor json) {
        if (json.enterObject()) {
            while (json.next()) {
                switch (json.name()) {
                    case "cached_tokens" -> readCached(json);
                    case "cache_write_tokens" -> written = JsonDocumentStream.tokens(json);
                    case "cache_write_tokens_details" ->
                        longWritten = JsonDocumentStream.detail(json, "ttl_12h_tokens");
                    default -> {}
                }
            }
        }
    }

    /** Reads the tokens out of the cache where a service has them beside its details. */
    public void readCached(JsonCursor json) {
        cached = Math.max(cached, JsonDocumentStream.tokens(json));
    }

    /** Returns the usage of an answer with these tokens; {@code input} has them. */
    public Usage usage(long input, long output, long reasoning) {
        return new Usage(input, output, cached, written, Math.min(written, longWritten), reasoning, 1);
    }
}
