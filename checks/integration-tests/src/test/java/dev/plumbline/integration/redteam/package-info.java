/** Attacks on a complete runtime by models that obey every instruction they read. */
@NullMarked
package dev.plumbline.integration.redteam;

import org.jspecify.annotations.NullMarked;
