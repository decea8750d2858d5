/**
 * Built-in extensions: logging, a limit for failing tools, notes, documents, a recorder of displayed text, experiments.
 * Each uses only {@link dev.plumbline.plugin.Contributions}.
 */
@NullMarked
package dev.plumbline.extensions;

import org.jspecify.annotations.NullMarked;
