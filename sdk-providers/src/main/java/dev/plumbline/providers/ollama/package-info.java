/** Ollama's own chat: requests and answers. */
@NullMarked
package dev.plumbline.providers.ollama;

import org.jspecify.annotations.NullMarked;
