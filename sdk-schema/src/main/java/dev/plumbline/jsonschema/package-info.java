/**
 * JSON Schema: checks values, generates schemas from types, wraps and repairs answers. No signature shows the libraries
 * that do the work. The interfaces are in {@code dev.plumbline.schema}.
 */
@NullMarked
package dev.plumbline.jsonschema;

import org.jspecify.annotations.NullMarked;
