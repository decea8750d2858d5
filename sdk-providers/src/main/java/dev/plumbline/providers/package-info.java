/**
 * One class per wire format, the HTTP exchange and the event stream they share, and the model catalog. The contract a
 * provider keeps lives in {@code dev.plumbline.provider}. Waiting, trying again, caching and redaction do not live here:
 * they are layers around a provider.
 */
@NullMarked
package dev.plumbline.providers;

import org.jspecify.annotations.NullMarked;
