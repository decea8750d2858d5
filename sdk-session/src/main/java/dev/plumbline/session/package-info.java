/**
 * Sessions and their turns: rounds, the loop and the list of stages, hooks. What hooks and
 * stores must keep lives in {@code dev.plumbline.conversation}. Policies of a call, running tools and storage are in other
 * modules.
 */
@NullMarked
package dev.plumbline.session;

import org.jspecify.annotations.NullMarked;
