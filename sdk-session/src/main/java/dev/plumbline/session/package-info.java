/**
 * Sessions and their turns: rounds, the loop and the list of stages, hooks. What hooks and
 * stores must keep lives in {@code dev.plumbline.conversation}. How one call passes its layers, how a tool runs and where bytes
 * are kept do not live here.
 */
@NullMarked
package dev.plumbline.session;

import org.jspecify.annotations.NullMarked;
