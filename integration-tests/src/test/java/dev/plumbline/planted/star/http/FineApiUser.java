package dev.plumbline.planted.star.http;

/** Sees the words alone. */
public final class FineApiUser {}
