/**
 * JSON as an immutable value, its canonical form, and the token cursor that reads wire bytes. Jackson lives behind this
 * package and never shows. What JSON means to a body, a tool or a provider does not live here.
 */
@NullMarked
package dev.plumbline.json;

import org.jspecify.annotations.NullMarked;
