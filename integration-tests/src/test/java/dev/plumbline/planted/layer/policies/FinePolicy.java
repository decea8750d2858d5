package dev.plumbline.planted.layer.policies;

import dev.plumbline.planted.layer.policy.Policy;

/** A policy. */
final class FinePolicy implements Policy {}
