/** The journal of a conversation: what is written while it runs, and how it is read again. Internal. */
@NullMarked
package dev.plumbline.session.journal;

import org.jspecify.annotations.NullMarked;
