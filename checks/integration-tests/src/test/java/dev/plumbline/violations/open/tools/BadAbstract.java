package dev.plumbline.violations.open.tools;

/** Anybody may extend it. */
public abstract class BadAbstract {}
