package dev.plumbline.extensions;

import dev.plumbline.policy.ContextSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects the documents to send if not all fit. They are sorted by title, so that the same selection is always the same
 * text.
 */
record DocumentRanker(int characters) {
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int SHORTEST = 3;

    ContextSource source(String key, Supplier<Map<String, String>> texts) {
        return ContextSource.of(
                key, request -> chosen(texts.get(), words(request.input().text())));
    }

    private Map<String, String> chosen(Map<String, String> texts, Set<String> question) {
        Set<String> fitting = new HashSet<>();
        int left = characters;
        for (Map.Entry<String, String> text : best(texts, question)) {
            int size = text.getKey().length() + text.getValue().length();
            if (size <= left) {
                left -= size;
                fitting.add(text.getKey());
            }
        }
        return texts.entrySet().stream()
                .filter(text -> fitting.contains(text.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
    }

    private static List<Map.Entry<String, String>> best(Map<String, String> texts, Set<String> question) {
        return texts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, String> text) -> -shared(text, question))
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    private static long shared(Map.Entry<String, String> text, Set<String> question) {
        return words(text.getKey() + " " + text.getValue()).stream()
                .filter(question::contains)
                .count();
    }

    /** Returns the words of at least three letters; shorter ones are in every text. */
    private static Set<String> words(String text) {
        return NO_WORD.splitAsStream(text.toLowerCase(Locale.ROOT))
                .filter(word -> word.length() >= SHORTEST)
                .collect(Collectors.toSet());
    }
}
