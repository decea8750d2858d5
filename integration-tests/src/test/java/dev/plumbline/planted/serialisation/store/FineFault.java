package dev.plumbline.planted.serialisation.store;

/** Is so because every exception is. */
final class FineFault extends RuntimeException {}
