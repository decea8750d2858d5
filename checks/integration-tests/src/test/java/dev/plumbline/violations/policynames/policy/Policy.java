package dev.plumbline.violations.policynames.policy;

/** The type of policies here. */
public interface Policy {}
