package dev.plumbline.violations.cuts.policies;

/** Cuts a text outside of tools. */
class FineCut {
    String beginning(String text) {
        return text.substring(0, 100);
    }
}
