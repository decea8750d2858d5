package dev.plumbline.violations.policynames.policies;

import dev.plumbline.violations.policynames.policy.Policy;

/** A policy. */
final class FinePolicy implements Policy {}
