package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What Azure's content filters found in one answer, as notes for the trace: the category, its severity, and whether it
 * was filtered; never the text. What is safe is no finding. Each finding is reported once, because every event of a
 * stream repeats the results. One thread.
 */
public final class ContentFilterResults {
    private static final int MOST = 20;
    private static final LazyPattern WORD = new LazyPattern("[a-z][a-z_-]{0,40}");

    private final Set<String> found = new LinkedHashSet<>();

    /** Adds the results of a prompt or of an answer to the trace. */
    public void report(AnswerAssembler answer, String whose, Json results) {
        for (String finding : of(results)) {
            String note = "content filter: " + whose + " " + finding;
            if (found.size() < MOST && found.add(note)) {
                answer.remark(note);
            }
        }
    }

    /** Returns the findings among the results of an object, by category. */
    static Set<String> of(Json results) {
        Set<String> all = new LinkedHashSet<>();
        if (results.kind() == Json.Kind.OBJECT) {
            for (Map.Entry<String, Json> result : results.fields().entrySet()) {
                if (WORD.matcher(result.getKey()).matches() && result.getValue().kind() == Json.Kind.OBJECT) {
                    finding(result.getKey(), result.getValue(), all);
                }
            }
        }
        return all;
    }

    private static void finding(String category, Json result, Set<String> all) {
        boolean filtered = result.get("filtered").equals(Json.of(true));
        boolean detected = result.get("detected").equals(Json.of(true));
        String severity = result.get("severity").findText().orElse("");
        boolean rated = WORD.matcher(severity).matches() && !severity.equals("safe");
        if (filtered || detected || rated) {
            all.add(category + (rated ? " " + severity : detected ? " detected" : "") + (filtered ? " filtered" : ""));
        }
    }
}
