package dev.plumbline.planted.open.tools;

/** Only its own child may. */
public abstract sealed class FineSealed permits FineChild {}
