package dev.plumbline.planted.layer.policies;

import dev.plumbline.planted.layer.policy.Policy;

/** A layer. */
final class FinePolicy implements Policy {}
