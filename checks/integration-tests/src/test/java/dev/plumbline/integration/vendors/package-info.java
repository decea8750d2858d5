/** Independent counterparts over loopback: the vendors' own clients at our server, and a mock server of others at our SDK. */
@NullMarked
package dev.plumbline.integration.vendors;

import org.jspecify.annotations.NullMarked;
