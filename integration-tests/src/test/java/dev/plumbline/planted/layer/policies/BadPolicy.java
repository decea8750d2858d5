package dev.plumbline.planted.layer.policies;

/** Called so, and none. */
final class BadPolicy {}
