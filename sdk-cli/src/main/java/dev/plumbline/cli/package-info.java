/**
 * The commands behind {@code ./plumbline}: demo, replay, fingerprint, describe and chat. It is the only room that prints.
 * What the commands show is made in the rooms, and nothing that a plugin could need lives here.
 */
@NullMarked
package dev.plumbline.cli;

import org.jspecify.annotations.NullMarked;
