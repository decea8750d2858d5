/** Fuzz tests of the parsers of untrusted input, and their corpus. */
@NullMarked
package dev.plumbline.integration.fuzz;

import org.jspecify.annotations.NullMarked;
