package dev.plumbline.violations.unmarked.json;

/** Its package is marked. */
final class FineMarkedType {}
