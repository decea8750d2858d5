/**
 * One exchange over the network: deadlines, bounds, cancellation, and the way from bytes to events. Nothing here knows what
 * the bytes mean; that is the business of who asks. The JDK's HTTP client is used here and nowhere else.
 */
@NullMarked
package dev.plumbline.http;

import org.jspecify.annotations.NullMarked;
