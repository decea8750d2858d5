/** Independent counterparts over loopback: the vendors' own clients at our server, and a mock server of others at our SDK. */
@NullMarked
package dev.plumbline.integration.counterparts;

import org.jspecify.annotations.NullMarked;
