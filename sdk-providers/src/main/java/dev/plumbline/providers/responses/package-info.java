/** Responses of OpenAI: requests and answers. */
@NullMarked
package dev.plumbline.providers.responses;

import org.jspecify.annotations.NullMarked;
