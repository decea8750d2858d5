/**
 * What is asked: bodies, their interactions and parts, the filters that choose tools and context, the one form of a tool
 * outcome, and the fingerprint over it all. Everything here is an immutable value. How a body is sent, to whom and under
 * which limits does not live here.
 */
@NullMarked
package dev.plumbline.body;

import org.jspecify.annotations.NullMarked;
