/**
 * The commands of {@code ./plumbline}: demo, replay, fingerprint, describe, chat, batch and report. It is the only
 * module that prints. Plugins do not use it.
 */
@NullMarked
package dev.plumbline.cli;

import org.jspecify.annotations.NullMarked;
