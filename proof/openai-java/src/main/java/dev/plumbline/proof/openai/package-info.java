/** OpenAI's client among the contenders. */
@NullMarked
package dev.plumbline.proof.openai;

import org.jspecify.annotations.NullMarked;
