/**
 * The state of conversations, their branches and their turns, and every change of it, under one lock. Internal; it knows no hook, no
 * policy and no loop.
 */
@NullMarked
package dev.plumbline.session.state;

import org.jspecify.annotations.NullMarked;
