/** Spring AI as a peer of the comparison. */
@NullMarked
package dev.plumbline.comparison.springai;

import org.jspecify.annotations.NullMarked;
