/** A page for the conversations of a runtime, and their stream for web front ends, by the AG-UI protocol. */
@NullMarked
package dev.plumbline.web;

import org.jspecify.annotations.NullMarked;
