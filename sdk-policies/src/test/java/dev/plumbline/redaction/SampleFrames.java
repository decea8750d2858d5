package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Sentences with a place for a value and for the word that announces it, and these words, by language. Half of the
 * sentences were looked at while the detectors were changed, the other half was kept for the last measurement.
 */
final class SampleFrames {
    private static final String FRAME = "FRAME";
    private static final Pattern BAR = Pattern.compile("\\|");

    /** Where a value stands that a program wrote; two of each four were looked at. */
    private static final List<String> CONTEXTS = List.of(
            "Anna;{noun} {};Berlin",
            "{\"{noun}\": \"{}\"}",
            "first line\\n{noun} {}\\nnext line",
            "| {noun} | {} | 3 |",
            "<b>{noun}</b> {}<br>",
            "\t{noun}\t{}\t",
            "plan.dwg,{noun},{},2026",
            "[{noun}={}]");

    private static final List<String> ASSIGNED =
            List.of("{noun}: {}", "{noun}={};", "{noun} = {}", "{\"{noun}\":\"{}\"}");

    private final Map<String, Map<String, List<String>>> byLanguage = new TreeMap<>();
    private final int half;

    /** Reads the sentences of one half: 0 was looked at, 1 was kept. */
    SampleFrames(int half) {
        this.half = half;
        for (String line : LabelledText.lines("frames.tsv")) {
            String[] parts = line.split("\t", 3);
            List<String> texts = byLanguage
                    .computeIfAbsent(parts[0], language -> new TreeMap<>())
                    .computeIfAbsent(parts[1], kind -> new ArrayList<>());
            texts.addAll(
                    parts[1].equals(FRAME)
                            ? List.of(parts[2])
                            : BAR.splitAsStream(parts[2]).toList());
        }
    }

    /** The languages in which all kinds have words. */
    List<String> languages() {
        return byLanguage.keySet().stream()
                .filter(language -> byLanguage.get(language).containsKey("MAIL"))
                .toList();
    }

    /** The languages and countries of ids, such as {@code de ID-AT}. */
    List<String> ids() {
        List<String> ids = new ArrayList<>();
        byLanguage.forEach((language, kinds) -> kinds.keySet().stream()
                .filter(kind -> kind.startsWith("ID-"))
                .forEach(kind -> ids.add(language + " " + kind)));
        return ids;
    }

    List<String> words(String language, String kind) {
        return byLanguage.get(language).get(kind);
    }

    /** The sentences of a language, and the places in files, of this half. */
    List<String> frames(String language) {
        List<String> frames = new ArrayList<>(own(byLanguage.get(language).get(FRAME)));
        frames.addAll(own(CONTEXTS));
        return frames;
    }

    /** Where a password stands: behind a colon or an equals sign. */
    List<String> assigned() {
        return own(ASSIGNED);
    }

    private <T> List<T> own(List<T> all) {
        List<T> own = new ArrayList<>();
        for (int i = half; i < all.size(); i += 2) {
            own.add(all.get(i));
        }
        return own;
    }
}
