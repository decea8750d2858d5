/**
 * JSON as an immutable value, its canonical form, a token reader for bytes from the wire and a token writer for bytes
 * to the wire. Jackson does the parsing and binding and is in no signature. The JSON of bodies, tools and providers is
 * defined in other modules.
 */
@NullMarked
package dev.plumbline.json;

import org.jspecify.annotations.NullMarked;
