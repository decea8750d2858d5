package dev.plumbline.providers.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is compiled when it is first used: most of those of a provider are for errors and rare
 * answers, and a young process would compile all of them for its first call. Thread-safe.
 */
public final class LazyPattern {
    private final String regex;
    private transient volatile @Nullable Pattern compiled;

    public LazyPattern(String regex) {
        this.regex = regex;
    }

    /** Returns a matcher of that text. */
    public Matcher matcher(CharSequence text) {
        Pattern pattern = compiled;
        if (pattern == null) {
            pattern = Pattern.compile(regex);
            compiled = pattern;
        }
        return pattern.matcher(text);
    }
}
