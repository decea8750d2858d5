/** Conversations that several want to write at once, in one runtime, in several, and in several processes. */
@NullMarked
package dev.plumbline.integration.journal;

import org.jspecify.annotations.NullMarked;
