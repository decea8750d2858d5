package dev.plumbline.violations.statics.tools;

import java.util.ArrayList;
import java.util.List;

/** Final, and anybody may add. */
final class BadList {
    static final List<String> NAMES = new ArrayList<>();
}
