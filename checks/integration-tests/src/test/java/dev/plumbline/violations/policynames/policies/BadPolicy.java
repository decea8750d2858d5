package dev.plumbline.violations.policynames.policies;

/** Called so, and none. */
final class BadPolicy {}
