package dev.plumbline.violations.names.tools;

/** Each type in it has an empty word for a name. */
final class BadNames {
    static final class CallManager {}
}
