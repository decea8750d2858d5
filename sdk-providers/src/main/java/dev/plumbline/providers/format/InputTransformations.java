package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a service reports in {@code input_transformations} of an answer: thinking or reasoning that it has dropped, or let
 * through, although something before it has changed. Each entry is remarked in the trace once, also if the service repeats
 * it in a later event. One thread.
 */
public final class InputTransformations {
    private static final int MOST = 1_000;
    private static final LazyPattern WORD = new LazyPattern("[A-Za-z][A-Za-z0-9_.\\[\\]-]{0,79}");

    private final Set<Json> known = new HashSet<>();

    /** Reads the entries; anything else is passed over. */
    public static List<Json> read(JsonCursor json) {
        List<Json> entries = new ArrayList<>();
        if (json.enterArray()) {
            while (json.next()) {
                Json entry = json.value();
                if (entry.kind() == Json.Kind.OBJECT && entries.size() < MOST) {
                    entries.add(entry);
                }
            }
        }
        return entries;
    }

    /** Adds a remark about the entries that are new. */
    public void remark(List<Json> entries, AnswerAssembler answer) {
        List<Json> news = entries.stream()
                .filter(entry -> known.size() < MOST && known.add(entry))
                .toList();
        if (!news.isEmpty()) {
            Json first = news.get(0);
            answer.remark("input changed by the service: " + news.size() + " times, first " + word(first, "type")
                    + " at " + word(first, "path") + " (" + word(first, "reason") + ")");
        }
    }

    /** Returns a member if it is a word of the service and not content. */
    private static String word(Json entry, String member) {
        return entry.get(member)
                .findText()
                .filter(word -> WORD.matcher(word).matches())
                .orElse("?");
    }
}
