/** Anthropic's client as a peer of the comparison. */
@NullMarked
package dev.plumbline.comparison.anthropic;

import org.jspecify.annotations.NullMarked;
