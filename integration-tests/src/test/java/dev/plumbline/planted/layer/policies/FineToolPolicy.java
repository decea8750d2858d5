package dev.plumbline.planted.layer.policies;

import dev.plumbline.planted.layer.tool.ToolPolicy;

/** A tool policy. */
final class FineToolPolicy implements ToolPolicy {}
