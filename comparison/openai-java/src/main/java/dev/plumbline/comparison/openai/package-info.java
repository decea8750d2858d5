/** OpenAI's client among the contenders. */
@NullMarked
package dev.plumbline.comparison.openai;

import org.jspecify.annotations.NullMarked;
