package dev.plumbline.violations.environment.tools;

/** Is a thread. */
final class BadThreadSubclass extends Thread {}
