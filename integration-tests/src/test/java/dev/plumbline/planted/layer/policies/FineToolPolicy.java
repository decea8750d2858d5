package dev.plumbline.planted.layer.policies;

import dev.plumbline.planted.layer.tool.ToolPolicy;

/** A layer of tools. */
final class FineToolPolicy implements ToolPolicy {}
