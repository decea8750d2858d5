/** OpenAI's client as a peer of the comparison. */
@NullMarked
package dev.plumbline.comparison.openai;

import org.jspecify.annotations.NullMarked;
