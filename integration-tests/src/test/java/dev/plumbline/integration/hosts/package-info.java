/** Hosts of another kind; run with {@code -Phosts}. */
@NullMarked
package dev.plumbline.integration.hosts;

import org.jspecify.annotations.NullMarked;
