/** Says it. */
@NullMarked
package dev.plumbline.violations.unmarked.json;

import org.jspecify.annotations.NullMarked;
