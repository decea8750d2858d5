/** A server of the official Java SDK of the Model Context Protocol. */
@NullMarked
package dev.plumbline.comparison.mcpjavasdk;

import org.jspecify.annotations.NullMarked;
