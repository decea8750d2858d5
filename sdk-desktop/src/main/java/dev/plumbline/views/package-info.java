/** The rows that a front end shows of a conversation, and their changes. */
@NullMarked
package dev.plumbline.views;

import org.jspecify.annotations.NullMarked;
