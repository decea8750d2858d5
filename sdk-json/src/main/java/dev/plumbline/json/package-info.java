/**
 * JSON as an immutable value, its canonical form, a token reader for bytes from the wire and a token writer for bytes
 * to the wire. Jackson does the reading and the binding behind this package and never shows in a signature. What JSON
 * means to a body, a tool or a provider does not live here.
 */
@NullMarked
package dev.plumbline.json;

import org.jspecify.annotations.NullMarked;
