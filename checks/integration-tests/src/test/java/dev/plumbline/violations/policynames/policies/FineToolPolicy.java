package dev.plumbline.violations.policynames.policies;

import dev.plumbline.violations.policynames.tool.ToolPolicy;

/** A tool policy. */
final class FineToolPolicy implements ToolPolicy {}
