/** The journal of a conversation: its records are queued, written in order and tried again. Internal. */
@NullMarked
package dev.plumbline.session.journal;

import org.jspecify.annotations.NullMarked;
