package dev.plumbline.violations.signatures.policies;

import com.google.re2j.Pattern;

/** Keeps it to itself. */
public final class FinePrivateUse {
    private final Pattern pattern = Pattern.compile("a");

    Pattern pattern() {
        return pattern;
    }
}
