package dev.plumbline.planted.unmarked.json;

/** Its package is marked. */
final class FineMarkedType {}
