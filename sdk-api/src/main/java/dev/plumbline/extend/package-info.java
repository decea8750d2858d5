/**
 * What others implement around a conversation and laws hold: views and the events they see, hooks and what they decide, and the store of finished
 * answers; and how several of these become one extension. How a conversation runs lives in sdk-session, and who takes extensions in, in sdk-runtime.
 */
@NullMarked
package dev.plumbline.extend;

import org.jspecify.annotations.NullMarked;
