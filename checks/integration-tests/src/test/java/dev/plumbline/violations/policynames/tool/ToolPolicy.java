package dev.plumbline.violations.policynames.tool;

/** The type of tool policies here. */
public interface ToolPolicy {}
