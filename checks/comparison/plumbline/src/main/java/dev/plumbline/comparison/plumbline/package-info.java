/** Plumbline as a peer of the comparison. */
@NullMarked
package dev.plumbline.comparison.plumbline;

import org.jspecify.annotations.NullMarked;
