/**
 * Durable files: the disk cache and the journal of conversations, with atomic moves, checksums, torn ends and locks.
 * They implement contracts of {@code dev.plumbline.conversation}. Which values are stored when, and with which keys, is
 * decided elsewhere.
 */
@NullMarked
package dev.plumbline.store;

import org.jspecify.annotations.NullMarked;
