/** Sending calls and other requests to a service, in any format. */
@NullMarked
package dev.plumbline.providers.client;

import org.jspecify.annotations.NullMarked;
