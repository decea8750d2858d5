/** What a front end shows of a conversation: rows under keys, and what changes of them. */
@NullMarked
package dev.plumbline.views;

import org.jspecify.annotations.NullMarked;
