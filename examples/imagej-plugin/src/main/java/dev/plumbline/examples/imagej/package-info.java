/** Tools of ImageJ for agents, over MCP, in a window and without one. */
@NullMarked
package dev.plumbline.examples.imagej;

import org.jspecify.annotations.NullMarked;
