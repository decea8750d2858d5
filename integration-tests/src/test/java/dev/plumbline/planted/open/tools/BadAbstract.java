package dev.plumbline.planted.open.tools;

/** Anybody may extend it. */
public abstract class BadAbstract {}
