package dev.plumbline.planted.star.testkit;

/** Belongs to tests. */
public final class FineTestkitType {}
