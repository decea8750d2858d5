/** A plug-in of jEdit: an assistant that reads and changes the text of a buffer. */
@NullMarked
package dev.plumbline.examples.jedit;

import org.jspecify.annotations.NullMarked;
