package dev.plumbline.sandbox.internal;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.tool.ToolException;
import java.util.Arrays;
import java.util.List;

/**
 * The requested page of a result.
 *
 * @param at the JSON pointer to a list, object or text
 * @param from the index of the first element, member or character
 * @param count the maximum number of elements or members
 */
record PageRequest(String at, long from, int count) {
    private static final int MOST = 1_000;

    PageRequest {
        if (!at.isEmpty() && !at.startsWith("/")) {
            throw wrong("\"at\" must be a JSON pointer such as /items");
        }
        if (from < 0 || count < 1) {
            throw wrong("\"from\" must be 0 or more, \"count\" 1 or more");
        }
        count = Math.min(count, MOST);
    }

    static PageRequest of(Json arguments) {
        try {
            Json at = arguments.get("at");
            return new PageRequest(at.exists() ? at.asText() : "", numberOr(0, arguments.get("from")), (int)
                    Math.min(numberOr(100, arguments.get("count")), MOST));
        } catch (JsonException e) {
            throw wrong("\"at\" must be text, \"from\" and \"count\" whole numbers");
        }
    }

    private static long numberOr(long fallback, Json given) {
        return given.exists() ? given.asLong() : fallback;
    }

    static ToolException wrong(String rule) {
        return new ToolException(ToolEnvelope.Code.INVALID_ARGUMENTS, rule + ".");
    }

    /** Returns the steps of the pointer, unescaped. */
    List<String> steps() {
        return at.isEmpty()
                ? List.of()
                : Arrays.stream(at.substring(1).split("/", -1))
                        .map(step -> step.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }
}
