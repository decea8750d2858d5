package dev.plumbline.planted.open.tools;

/** The child. */
public final class FineChild extends FineSealed {}
