/**
 * One class per wire format, the HTTP exchange and the event stream they share, and the model catalog. The contract of
 * providers is in {@code dev.plumbline.provider}. Waiting, retrying, caching and redaction are policies around a
 * provider.
 */
@NullMarked
package dev.plumbline.providers;

import org.jspecify.annotations.NullMarked;
