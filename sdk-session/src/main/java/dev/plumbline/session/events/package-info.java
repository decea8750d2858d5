/** The events of a session and its telemetry, from the session to those who subscribed. Internal; a lower part of the module, which knows no turn. */
@NullMarked
package dev.plumbline.session.events;

import org.jspecify.annotations.NullMarked;
