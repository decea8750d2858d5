package dev.plumbline.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.policy.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds all kinds of values in whole texts and replaces them. Thread-safe. */
final class TextRedactor {
    /** The kind of what the patterns of a host find. */
    static final String PATTERN = "PATTERN";

    private final MatchFinder shapes;
    private final List<Pattern> patterns;
    private final Optional<Redactor> redactor;
    private final double confidence;
    private final String settings;

    TextRedactor(RedactionOptions options) {
        this.shapes = BuiltInDetectors.of(options.kinds(), options.country());
        this.patterns = new ArrayList<>();
        for (String pattern : options.patterns()) {
            patterns.add(Pattern.compile(pattern));
        }
        this.redactor = options.redactor();
        this.confidence = options.confidence();
        this.settings = settings(options);
    }

    private static String settings(RedactionOptions options) {
        Set<String> kinds = new TreeSet<>();
        for (RedactionOptions.Kind kind : options.kinds()) {
            kinds.add(kind.name());
        }
        Digest digest = Digest.of("plb1/redaction-settings")
                .text(String.join(" ", kinds))
                .text(String.join("\n", options.patterns()))
                .text(options.country().orElse(""))
                .text(String.valueOf(options.confidence()))
                .text(options.redactor()
                        .map(names -> names.getClass().getName())
                        .orElse(""));
        return digest.fingerprint().toString();
    }

    /** Returns the digest of the settings by which values are found; a redactor of the program is known by its class. */
    String settings() {
        return settings;
    }

    /** Returns the version of the redactor; finds of another version are not those of now. */
    long version() {
        return redactor.isPresent() ? redactor.get().version() : 0;
    }

    /** Returns the finder of values with a known format. */
    MatchFinder shapes() {
        return shapes;
    }

    /** Returns all matches in a text, in no order. */
    List<Match> finds(String text) {
        List<Match> finds = shapes.all(text);
        if (needsLines()) {
            finds.addAll(others(text));
        }
        return finds;
    }

    /** Replaces only the matches of patterns and of the redactor. */
    String redactOthers(String text, MatchReplacer replacement) {
        return TextReplacement.of(text, others(text), replacement);
    }

    /** Returns whether there are patterns or a redactor, which need whole lines. */
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
                    finds.add(new Match(PATTERN, offset + matcher.start(), offset + matcher.end()));
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
