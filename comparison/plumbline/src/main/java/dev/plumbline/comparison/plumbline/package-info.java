/** Plumbline as a contender. */
@NullMarked
package dev.plumbline.comparison.plumbline;

import org.jspecify.annotations.NullMarked;
