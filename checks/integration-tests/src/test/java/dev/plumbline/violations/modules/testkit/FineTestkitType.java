package dev.plumbline.violations.modules.testkit;

/** Belongs to tests. */
public final class FineTestkitType {}
