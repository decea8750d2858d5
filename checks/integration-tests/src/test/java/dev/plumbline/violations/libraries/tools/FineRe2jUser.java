package dev.plumbline.violations.libraries.tools;

import com.google.re2j.Pattern;

/** re2j may be used in any module. */
final class FineRe2jUser {
    boolean[] found() {
        return new boolean[] {Pattern.matches("a", "a")};
    }
}
