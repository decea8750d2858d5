package dev.plumbline.planted.open.tools;

/** A record. */
public record FineRecord(int size) {}
