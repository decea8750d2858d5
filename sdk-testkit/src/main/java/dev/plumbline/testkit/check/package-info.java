/** Trials: one subject, one input, one law, and a message that names the law, the input and the fix. Needs no framework. */
@NullMarked
package dev.plumbline.testkit.check;

import org.jspecify.annotations.NullMarked;
