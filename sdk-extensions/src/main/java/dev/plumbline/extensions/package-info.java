/**
 * Small extensions for everyday: a log, giving up on tools that keep failing, memory, documents, advice, what was shown,
 * experiments. Each is made of what {@link dev.plumbline.plugin.Contributions} offers to everybody, and of nothing else.
 */
@NullMarked
package dev.plumbline.extensions;

import org.jspecify.annotations.NullMarked;
