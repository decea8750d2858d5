/** The tools, resources and prompts of a host for agents, by the Model Context Protocol. */
@NullMarked
package dev.plumbline.mcp;

import org.jspecify.annotations.NullMarked;
