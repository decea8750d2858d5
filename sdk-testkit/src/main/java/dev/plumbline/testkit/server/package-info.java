/** A model over real HTTP: the wire formats as scripts of words, and any byte at any time as scripts of bytes. */
@NullMarked
package dev.plumbline.testkit.server;

import org.jspecify.annotations.NullMarked;
