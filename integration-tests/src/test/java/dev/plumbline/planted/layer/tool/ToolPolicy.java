package dev.plumbline.planted.layer.tool;

/** The type of tool policies here. */
public interface ToolPolicy {}
