/**
 * Durable files in one place: the disk cache and the journal of conversations, with atomic moves, checksums, torn tails and
 * locks. The contracts they fulfil live in {@code dev.plumbline.conversation}. When something is stored, and under which key,
 * does not live here.
 */
@NullMarked
package dev.plumbline.store;

import org.jspecify.annotations.NullMarked;
