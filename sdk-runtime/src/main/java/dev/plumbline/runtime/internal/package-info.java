/** The files of a batch, which the command line shares. */
@NullMarked
package dev.plumbline.runtime.internal;

import org.jspecify.annotations.NullMarked;
