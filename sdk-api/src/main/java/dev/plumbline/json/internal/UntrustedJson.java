package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import org.jspecify.annotations.Nullable;

/**
 * Parses and converts JSON from outside with a limit of depth. {@link JsonCursor} has the same limit.
 */
public final class UntrustedJson {
    /**
     * The maximum depth of JSON from models, tools, servers and context sources: 128. It is lower than the limit of all
     * values, 200, because stored records wrap such values in further levels and must be readable.
     */
    public static final int MAX_DEPTH = NestingDepth.MOST_FROM_OUTSIDE;

    private UntrustedJson() {}

    /**
     * Parses a JSON text as {@link Json#parse(String)}, with at most {@link #MAX_DEPTH} levels.
     *
     * @throws JsonException for a deeper value, with the limit and its depth
     */
    public static Json parse(String text) {
        try {
            return bounded(Json.parse(text));
        } catch (JsonException e) {
            throw e.rule().equals(Node.TOO_DEEP)
                    ? new JsonException(e.place(), NestingDepth.rule(NestingDepth.of(text)))
                    : e;
        }
    }

    /**
     * Converts a Java value as {@link Json#of}, with at most {@link #MAX_DEPTH} levels.
     *
     * @throws JsonException for a deeper value, with the limit, and its depth unless it may be endless
     */
    public static Json of(@Nullable Object value) {
        try {
            return bounded(Json.of(value));
        } catch (JsonException e) {
            boolean tooDeep = e.rule().startsWith(Node.TOO_DEEP);
            throw tooDeep
                    ? new JsonException(e.place(), Node.TOO_DEEP + ", or hold themselves" + NestingDepth.MOST)
                    : e;
        }
    }

    private static Json bounded(Json json) {
        if (json.depth() > MAX_DEPTH) {
            throw JsonAccess.fault(json, NestingDepth.rule(json.depth()));
        }
        return json;
    }
}
