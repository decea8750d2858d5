package dev.plumbline.violations.names.tools;

/** Words that only begin or end alike. */
final class FineNames {
    static final class Based {}

    static final class Utility {}

    static final class IOFault {}

    interface IToolExecutor {}

    static final class Implied {}
}
