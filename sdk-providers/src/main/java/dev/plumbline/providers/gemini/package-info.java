/** Google's {@code generateContent}: requests and answers. */
@NullMarked
package dev.plumbline.providers.gemini;

import org.jspecify.annotations.NullMarked;
