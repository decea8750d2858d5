/** Spring AI among the contenders. */
@NullMarked
package dev.plumbline.comparison.springai;

import org.jspecify.annotations.NullMarked;
