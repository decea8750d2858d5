package dev.plumbline.violations.signatures.policies;

import com.google.re2j.Pattern;

/** Shows it as a result. */
public final class BadResult {
    public Pattern pattern() {
        throw new UnsupportedOperationException();
    }
}
