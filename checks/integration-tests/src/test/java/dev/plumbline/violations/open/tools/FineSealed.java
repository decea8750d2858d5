package dev.plumbline.violations.open.tools;

/** Only its own child may. */
public abstract sealed class FineSealed permits FineChild {}
