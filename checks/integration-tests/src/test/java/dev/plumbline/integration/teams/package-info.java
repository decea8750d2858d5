/** Programs that share a server: what several of them do together. */
@NullMarked
package dev.plumbline.integration.teams;

import org.jspecify.annotations.NullMarked;
