package dev.plumbline.violations.open.tools;

/** The child. */
public final class FineChild extends FineSealed {}
