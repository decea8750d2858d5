package dev.plumbline.violations.failsafe.policies;

/** None. */
final class FineWithoutFailsafe {}
