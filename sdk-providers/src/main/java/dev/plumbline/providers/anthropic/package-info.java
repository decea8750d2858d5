/** Anthropic messages: requests and answers. */
@NullMarked
package dev.plumbline.providers.anthropic;

import org.jspecify.annotations.NullMarked;
