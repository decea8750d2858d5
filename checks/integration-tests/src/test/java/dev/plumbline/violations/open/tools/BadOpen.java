package dev.plumbline.violations.open.tools;

/** Anybody may extend it. */
public class BadOpen {}
