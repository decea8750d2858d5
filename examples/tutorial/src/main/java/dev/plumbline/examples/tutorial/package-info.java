/** A small drawing program, and a plug-in for it that grows in twelve steps: docs/tutorial.md. */
@NullMarked
package dev.plumbline.examples.tutorial;

import org.jspecify.annotations.NullMarked;
