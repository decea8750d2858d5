package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.MarkedText;
import dev.plumbline.tool.internal.TextBoundaries;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Shortens a JSON value to a number of bytes, as valid JSON: lists lose their last elements, texts their middle. Large
 * members of objects are shortened before any member is left out.
 */
final class JsonTruncator {
    /** The number of bytes reserved for an envelope and its metadata. */
    static final int FRAME = 512;

    private static final int SMALLEST = 32;

    private Optional<Cut> cut = Optional.empty();

    private JsonTruncator() {}

    /** Returns the value, or the part of it that fits. */
    static Part of(Json value, int maxBytes) {
        JsonTruncator excerpt = new JsonTruncator();
        return new Part(excerpt.fit(value, maxBytes, ""), excerpt.cut);
    }

    /** Returns the text, or its beginning and end in at most that many characters; no value is divided. */
    static String ofText(String text, int most) {
        return text.length() <= most ? text : ofText(Json.of(text), most).asText();
    }

    /** Returns the string, or its beginning and end with their marks. */
    private static Json ofText(Json string, int most) {
        String text = string.asText();
        if (text.length() <= most) {
            return string;
        }
        int each = Math.max(0, (most - SMALLEST) / 2);
        int head = TextBoundaries.before(text, each);
        int tail = TextBoundaries.after(text, text.length() - each);
        return MarkedText.join(List.of(
                MarkedText.slice(string, 0, head),
                Json.of("… [" + (tail - head) + " characters left out] …"),
                MarkedText.slice(string, tail, text.length())));
    }

    /** Returns the envelope of a part with metadata that says where its result was cut. */
    static ToolEnvelope marked(ToolEnvelope envelope, Cut cut, Optional<String> reference, InvocationContext setting) {
        ToolEnvelope noted = envelope.withResult(setting.part(envelope.result()))
                .withMeta(ToolEnvelope.TRUNCATED, true)
                .withMeta("at", cut.at())
                .withMeta("next", cut.next());
        if (cut.total().isPresent()) {
            noted = noted.withMeta("total", cut.total().getAsLong());
        }
        return reference.isPresent() ? noted.withMeta("reference", reference.get()) : noted;
    }

    /** Returns the text of the value as a stream of UTF-8. */
    static InputStream stream(Json value) {
        return new ByteArrayInputStream(value.text().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the length of the value as UTF-8. */
    static int bytes(Json value) {
        return (int) Math.min(Integer.MAX_VALUE, value.utf8Length());
    }

    private Json fit(Json value, int maxBytes, String at) {
        if (bytes(value) <= maxBytes) {
            return value;
        }
        return switch (value.kind()) {
            case STRING -> text(value, maxBytes, at);
            case ARRAY -> list(value.elements(), maxBytes, at);
            case OBJECT -> object(value.fields(), maxBytes, at);
            default -> value;
        };
    }

    /** Shortens a text; escapes can make it longer than its characters, so it is tried with less until it fits. */
    private Json text(Json value, int maxBytes, String at) {
        String text = value.asText();
        noted(new Cut(at, OptionalLong.of(text.length()), 0));
        Json shorter = ofText(value, maxBytes);
        for (int most = maxBytes / 2; bytes(shorter) > maxBytes && most > SMALLEST; most /= 2) {
            shorter = ofText(value, most);
        }
        return shorter;
    }

    private Json list(List<Json> elements, int maxBytes, String at) {
        List<Json> kept = new ArrayList<>();
        int left = maxBytes - 2;
        for (Json element : elements) {
            int size = bytes(element) + 1;
            if (size > left) {
                break;
            }
            left -= size;
            kept.add(element);
        }
        noted(new Cut(at, OptionalLong.of(elements.size()), Math.max(1, kept.size())));
        if (kept.isEmpty() && !elements.isEmpty()) {
            kept.add(fit(elements.get(0), left, at + "/0"));
        }
        return Json.of(kept);
    }

    private Json object(Map<String, Json> members, int maxBytes, String at) {
        Json object = Json.object();
        int level = Math.max(SMALLEST, level(members, maxBytes - 2));
        int left = maxBytes - 2;
        for (Map.Entry<String, Json> member : members.entrySet()) {
            Json kept = fit(member.getValue(), level, at + "/" + escaped(member.getKey()));
            left -= nameBytes(member.getKey()) + bytes(kept);
            if (left < 0) {
                noted(new Cut(
                        at, OptionalLong.of(members.size()), object.fields().size()));
                return object;
            }
            object = object.with(member.getKey(), kept);
        }
        return object;
    }

    /**
     * Returns the maximum size of a member with which all members fit; small members leave their share to large ones.
     */
    private static int level(Map<String, Json> members, int maxBytes) {
        int left = maxBytes
                - members.keySet().stream().mapToInt(JsonTruncator::nameBytes).sum();
        int[] sizes = members.values().stream()
                .mapToInt(JsonTruncator::bytes)
                .sorted()
                .toArray();
        for (int i = 0; i < sizes.length; i++) {
            int share = left / (sizes.length - i);
            if (sizes[i] > share) {
                return share;
            }
            left -= sizes[i];
        }
        return maxBytes;
    }

    private static int nameBytes(String name) {
        return bytes(Json.of(name)) + 2;
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** Records the first cut, the only one that is reported. */
    private void noted(Cut where) {
        cut = cut.or(() -> Optional.of(where));
    }

    /** The part of a value that fits, and where it was cut. */
    record Part(Json value, Optional<Cut> cut) {}

    /**
     * The first place where something was left out.
     *
     * @param at a JSON Pointer into the result
     * @param total the whole number of elements, members or characters there; empty if it is unknown
     * @param next the index of the first one that was left out
     */
    record Cut(String at, OptionalLong total, long next) {}
}
