/** Programs that stream an answer into a window or a terminal: docs/streaming.md. */
@NullMarked
package dev.plumbline.examples.toolkits;

import org.jspecify.annotations.NullMarked;
