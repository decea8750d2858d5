/** Plumbline as a contender. */
@NullMarked
package dev.plumbline.proof.plumbline;

import org.jspecify.annotations.NullMarked;
