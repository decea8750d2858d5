/** Trials: one subject, one input, one law, and a message that names the law, the input and the fix. Needs no framework. */
@NullMarked
package dev.plumbline.testkit.trial;

import org.jspecify.annotations.NullMarked;
