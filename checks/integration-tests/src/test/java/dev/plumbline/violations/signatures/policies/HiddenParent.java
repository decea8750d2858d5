package dev.plumbline.violations.signatures.policies;

import com.google.re2j.Pattern;

/** Itself unseen. */
class HiddenParent {
    public Pattern pattern() {
        return Pattern.compile("a");
    }
}
