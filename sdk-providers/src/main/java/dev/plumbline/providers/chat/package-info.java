/** Chat completions of OpenAI and of compatible servers: requests and answers. */
@NullMarked
package dev.plumbline.providers.chat;

import org.jspecify.annotations.NullMarked;
