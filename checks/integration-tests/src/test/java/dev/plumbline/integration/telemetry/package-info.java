/** Telemetry in back ends of others. */
@NullMarked
package dev.plumbline.integration.telemetry;

import org.jspecify.annotations.NullMarked;
