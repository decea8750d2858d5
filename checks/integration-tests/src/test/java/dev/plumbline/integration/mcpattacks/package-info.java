/** Attacks on both sides of the Model Context Protocol, each with a verdict that stands on a page of the documentation. */
@NullMarked
package dev.plumbline.integration.mcpattacks;

import org.jspecify.annotations.NullMarked;
