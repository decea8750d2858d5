package dev.plumbline.extensions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * An index of texts that scores them for a request by Okapi BM25: a term counts more the fewer texts have it, and less
 * in a long text. Immutable.
 */
final class RankedTexts {
    private static final double SATURATION = 1.2;
    private static final double LENGTH_WEIGHT = 0.75;

    private final Map<String, List<Posting>> postings = new HashMap<>();
    private final int[] lengths;
    private final double averageLength;

    /** Where a term is, and how often. */
    private record Posting(int text, int count) {}

    /** Indexes texts, each a list of terms. */
    RankedTexts(List<List<String>> texts) {
        lengths = texts.stream().mapToInt(List::size).toArray();
        long all = 0;
        for (int i = 0; i < lengths.length; i++) {
            add(i, texts.get(i));
            all += lengths[i];
        }
        averageLength = Math.max(1, (double) all / Math.max(1, lengths.length));
    }

    private void add(int text, List<String> terms) {
        Map<String, Integer> counts = new HashMap<>();
        terms.forEach(term -> counts.merge(term, 1, Integer::sum));
        counts.forEach((term, count) ->
                postings.computeIfAbsent(term, key -> new ArrayList<>()).add(new Posting(text, count)));
    }

    /** Adds the score of each text, times the weight, to {@code scores}. */
    void score(List<String> request, double weight, double[] scores) {
        for (String term : new HashSet<>(request)) {
            List<Posting> found = postings.getOrDefault(term, List.of());
            double rarity = Math.log(1 + (lengths.length - found.size() + 0.5) / (found.size() + 0.5));
            for (Posting posting : found) {
                double norm = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths[posting.text()] / averageLength;
                scores[posting.text()] +=
                        weight * rarity * (posting.count() * (SATURATION + 1) / (posting.count() + SATURATION * norm));
            }
        }
    }
}
