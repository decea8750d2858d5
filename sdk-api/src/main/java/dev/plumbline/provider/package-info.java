/**
 * The contract of whoever answers calls, and the key it is spoken to with. A provider encodes, calls and decodes; it
 * never loops, retries or remembers. Wire formats live in sdk-providers.
 */
@NullMarked
package dev.plumbline.provider;

import org.jspecify.annotations.NullMarked;
