/**
 * The commands of {@code ./plumbline}: demo, replay, fingerprint, describe and chat. It is the only module that prints.
 * What the commands show comes from the other modules, and nothing here is for plugins.
 */
@NullMarked
package dev.plumbline.cli;

import org.jspecify.annotations.NullMarked;
