package dev.plumbline.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Finds of every sort in whole texts, and what is put in their place. Safe for any number of threads. */
final class TextRedactor {
    private final Finder finder;
    private final List<Pattern> patterns;
    private final Optional<Recogniser> recogniser;

    TextRedactor(RedactionOptions options) {
        this.finder = Detectors.of(options.kinds());
        this.patterns = options.patterns().stream().map(Pattern::compile).toList();
        this.recogniser = options.recogniser();
    }

    Finder finder() {
        return finder;
    }

    /** The text with every find replaced; the text itself when there is none. */
    String redact(String text, BiFunction<RedactionOptions.Kind, String, String> replacement) {
        List<Find> finds = finder.all(text);
        finds.addAll(others(text));
        return replaced(text, finds, replacement);
    }

    /** The same for what patterns and the recogniser find, and nothing else. */
    String redactOthers(String text, BiFunction<RedactionOptions.Kind, String, String> replacement) {
        return replaced(text, others(text), replacement);
    }

    boolean hasOthers() {
        return !patterns.isEmpty() || recogniser.isPresent();
    }

    private List<Find> others(String text) {
        List<Find> finds = new ArrayList<>();
        int from = 0;
        while (!patterns.isEmpty() && from < text.length()) {
            int newline = text.indexOf('\n', from);
            int to = newline < 0 ? text.length() : newline;
            line(text.substring(from, to), from, finds);
            from = to + 1;
        }
        recogniser.ifPresent(names -> recognised(names, text, finds));
        return finds;
    }

    private void line(String line, int offset, List<Find> finds) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(line);
            while (matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    finds.add(new Find(RedactionOptions.Kind.PATTERN, offset + matcher.start(), offset + matcher.end()));
                }
            }
        }
    }

    private static void recognised(Recogniser names, String text, List<Find> finds) {
        for (Recogniser.Span span : names.find(text)) {
            if (span.end() > text.length()) {
                throw new IllegalStateException("a recogniser's span ends behind the text");
            }
            if (span.confidence() >= names.threshold()) {
                finds.add(new Find(span.kind(), span.start(), span.end()));
            }
        }
    }

    private static String replaced(
            String text, List<Find> finds, BiFunction<RedactionOptions.Kind, String, String> replacement) {
        if (finds.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int done = 0;
        for (Find find : merged(finds)) {
            out.append(text, done, find.start());
            out.append(replacement.apply(find.kind(), text.substring(find.start(), find.end())));
            done = find.end();
        }
        return out.append(text, done, text.length()).toString();
    }

    /** Finds that overlap become one: a piece of either left over would still say something. */
    private static List<Find> merged(List<Find> finds) {
        List<Find> sorted = new ArrayList<>(finds);
        sorted.sort(Comparator.comparingInt(Find::start));
        List<Find> merged = new ArrayList<>();
        for (Find find : sorted) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).end() > find.start()) {
                merged.set(last, merged.get(last).with(find));
            } else {
                merged.add(find);
            }
        }
        return merged;
    }
}
