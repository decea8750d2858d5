package dev.plumbline.planted.failsafe.policies;

/** None. */
final class FineWithoutFailsafe {}
