package dev.plumbline.violations.modules.http;

/** Sees the words alone. */
public final class FineApiUser {}
