package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Recall by kind and language and precision by kind, on made-up texts of one seed. */
final class GeneratedRates {
    private static final MatchFinder FINDER =
            BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());

    /** The share of values that are hidden whole, by kind and language. */
    final Map<String, DetectionRate> recall = new TreeMap<>();
    /** The share of matches that are on a value, by kind. */
    final Map<String, DetectionRate> precision = new TreeMap<>();
    /** The share of characters outside values that are hidden, in texts with a value. */
    DetectionRate outside = DetectionRate.NONE;
    /** Keys of their issuers, without a word beside them. */
    DetectionRate bareKeys = DetectionRate.NONE;
    /** What was missed and what was found for nothing. */
    final List<String> wrong = new ArrayList<>();

    private GeneratedRates() {}

    static GeneratedRates of(long seed, int half, int each) {
        SampleTexts texts = new SampleTexts(seed, half);
        GeneratedRates rates = new GeneratedRates();
        for (SampleTexts.Cell cell : texts.valuesByLanguage(each)) {
            rates.recall.put(cell.kind() + " " + cell.language(), rates.measure(cell));
        }
        for (SampleTexts.Cell cell : texts.keys(each / 10)) {
            rates.bareKeys = rates.bareKeys.plus(rates.measure(cell));
        }
        texts.nearMisses(10 * each).forEach(rates::measure);
        return rates;
    }

    private DetectionRate measure(SampleTexts.Cell cell) {
        DetectionRate found = DetectionRate.NONE;
        for (LabelledText text : cell.texts()) {
            List<Match> matches = FINDER.all(text.text());
            for (Match value : text.values()) {
                boolean hidden = isHidden(value, matches);
                found = found.plus(hidden);
                note(hidden, "missed " + cell.kind() + " " + cell.language(), text);
            }
            matches.forEach(match -> judge(match, text));
            outside = text.values().isEmpty() ? outside : outside.plus(outside(text, matches));
        }
        return found;
    }

    private void judge(Match match, LabelledText text) {
        boolean right =
                text.values().stream().anyMatch(value -> match.start() < value.end() && value.start() < match.end());
        precision.merge(match.kind(), DetectionRate.NONE.plus(right), DetectionRate::plus);
        note(right, "false " + match.kind(), text);
    }

    private void note(boolean right, String what, LabelledText text) {
        if (!right) {
            wrong.add(what + "\t" + text.text());
        }
    }

    /** Returns the hidden characters outside values, of all there. */
    private static DetectionRate outside(LabelledText text, List<Match> matches) {
        boolean[] labelled = new boolean[text.text().length()];
        text.values().forEach(value -> Arrays.fill(labelled, value.start(), value.end(), true));
        int hidden = 0;
        for (Match match : matches) {
            for (int i = match.start(); i < match.end(); i++) {
                hidden += labelled[i] ? 0 : 1;
            }
        }
        int all =
                labelled.length - text.values().stream().mapToInt(Match::length).sum();
        return new DetectionRate(hidden, all);
    }

    private static boolean isHidden(Match value, List<Match> matches) {
        int at = value.start();
        for (Match match : matches) {
            at = match.start() <= at && match.end() > at ? match.end() : at;
        }
        return at >= value.end();
    }

    /** Returns a row for each kind: how many cells and values, recall, the lowest of a cell, precision. */
    String table() {
        StringBuilder table = new StringBuilder();
        for (String kind : List.of("MAIL", "PHONE", "CARD", "IBAN", "NATIONAL_ID", "IP", "KEY")) {
            DetectionRate all = DetectionRate.NONE;
            double lowest = 1;
            int cells = 0;
            for (Map.Entry<String, DetectionRate> cell : recall.entrySet()) {
                if (cell.getKey().startsWith(kind + " ")) {
                    all = all.plus(cell.getValue());
                    lowest = Math.min(lowest, cell.getValue().share());
                    cells++;
                }
            }
            table.append("| %s | %d | %s | %.4f | %s |%n"
                    .formatted(kind, cells, all, lowest, precision.getOrDefault(kind, DetectionRate.NONE)));
        }
        return table.toString();
    }
}
