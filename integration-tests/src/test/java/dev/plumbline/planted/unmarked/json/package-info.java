/** Says it. */
@NullMarked
package dev.plumbline.planted.unmarked.json;

import org.jspecify.annotations.NullMarked;
