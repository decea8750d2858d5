/** The assistant of a desktop program: conversation, set-up, history and undo of turns, on Swing. */
@NullMarked
package dev.plumbline.assistant;

import org.jspecify.annotations.NullMarked;
