package dev.plumbline.planted.layer.tool;

/** What layers of tools are here. */
public interface ToolPolicy {}
