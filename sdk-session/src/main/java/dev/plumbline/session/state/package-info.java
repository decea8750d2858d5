/**
 * The state of a conversation as an immutable value, and its changes as values: the one function that applies them, their
 * records, and how a turn ends. Internal; depends on no hook, policy or loop.
 */
@NullMarked
package dev.plumbline.session.state;

import org.jspecify.annotations.NullMarked;
