/** The built-in extensions, each in a runtime. */
@NullMarked
package dev.plumbline.integration.extensions;

import org.jspecify.annotations.NullMarked;
