package dev.plumbline.violations.open.tools;

/** A record. */
public record FineRecord(int size) {}
