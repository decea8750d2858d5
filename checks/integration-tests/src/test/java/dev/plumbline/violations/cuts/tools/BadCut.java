package dev.plumbline.violations.cuts.tools;

/** Gives away the beginning of a content without what was found in it. */
class BadCut {
    String beginning(String content) {
        return content.substring(0, 100);
    }
}
