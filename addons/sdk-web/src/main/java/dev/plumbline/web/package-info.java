/**
 * A page for the conversations of a runtime, a report of one in a file, and their stream for web front ends, by the AG-UI
 * protocol.
 */
@NullMarked
package dev.plumbline.web;

import org.jspecify.annotations.NullMarked;
