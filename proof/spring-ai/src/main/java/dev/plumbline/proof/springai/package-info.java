/** Spring AI among the contenders. */
@NullMarked
package dev.plumbline.proof.springai;

import org.jspecify.annotations.NullMarked;
