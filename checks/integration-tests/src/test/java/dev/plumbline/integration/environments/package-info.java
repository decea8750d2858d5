/** Hosts of another kind; run with {@code -Phosts}. */
@NullMarked
package dev.plumbline.integration.environments;

import org.jspecify.annotations.NullMarked;
