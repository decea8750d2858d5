package dev.plumbline.violations.serialisation.store;

/** Is so because every exception is. */
final class FineFault extends RuntimeException {}
