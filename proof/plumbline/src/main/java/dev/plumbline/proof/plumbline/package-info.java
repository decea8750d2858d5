/** The house among the contenders. */
@NullMarked
package dev.plumbline.proof.plumbline;

import org.jspecify.annotations.NullMarked;
