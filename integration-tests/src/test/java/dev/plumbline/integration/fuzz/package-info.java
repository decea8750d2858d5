/** Doors through which bytes of strangers come in, and bytes that are thrown at them. */
@NullMarked
package dev.plumbline.integration.fuzz;

import org.jspecify.annotations.NullMarked;
