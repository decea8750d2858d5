/**
 * A conversation as a value, a tree of entries; the events of a session and who observes them; and the interface of
 * its store. How a conversation runs lives in sdk-session.
 */
@NullMarked
package dev.plumbline.conversation;

import org.jspecify.annotations.NullMarked;
