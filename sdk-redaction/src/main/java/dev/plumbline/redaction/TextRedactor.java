package dev.plumbline.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.plumbline.policy.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds of every sort in whole texts, and what is put in their place. Safe for any number of threads. */
final class TextRedactor {
    private final MatchFinder shapes;
    private final List<Pattern> patterns;
    private final Optional<Redactor> redactor;
    private final double confidence;

    TextRedactor(RedactionOptions options) {
        this.shapes = BuiltInDetectors.of(options.kinds());
        this.patterns = new ArrayList<>();
        for (String pattern : options.patterns()) {
            patterns.add(Pattern.compile(pattern));
        }
        this.redactor = options.redactor();
        this.confidence = options.confidence();
    }

    /** What is found by its shape. */
    MatchFinder shapes() {
        return shapes;
    }

    /** Everything that is found in a text, in no order. */
    List<Match> finds(String text) {
        List<Match> finds = shapes.all(text);
        if (needsLines()) {
            finds.addAll(others(text));
        }
        return finds;
    }

    /** The same for what patterns and the redactor find, and nothing else. */
    String redactOthers(String text, MatchReplacer replacement) {
        return TextReplacement.of(text, others(text), replacement);
    }

    /** Whether there is something that can judge whole lines only. */
    boolean needsLines() {
        return !patterns.isEmpty() || redactor.isPresent();
    }

    private List<Match> others(String text) {
        List<Match> finds = new ArrayList<>();
        if (!patterns.isEmpty()) {
            int from = 0;
            for (String line : text.split("\n", -1)) {
                line(line, from, finds);
                from += line.length() + 1;
            }
        }
        redactor.ifPresent(names -> names.find(text).forEach(span -> add(span, text, finds)));
        return finds;
    }

    private void line(String line, int offset, List<Match> finds) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(line);
            while (matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    finds.add(new Match("PATTERN", offset + matcher.start(), offset + matcher.end()));
                }
            }
        }
    }

    private void add(Redactor.Span span, String text, List<Match> finds) {
        if (span.end() > text.length()) {
            throw new IllegalStateException("a redactor's span ends behind the text: " + span);
        }
        if (span.confidence() >= confidence) {
            finds.add(new Match(span.kind(), span.start(), span.end()));
        }
    }
}
