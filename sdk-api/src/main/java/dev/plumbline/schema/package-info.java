/**
 * The contract of everything that knows JSON Schema: generating, checking, wrapping, validating. Findings are paths and
 * codes, never values. The libraries that do it live in sdk-schema.
 */
@NullMarked
package dev.plumbline.schema;

import org.jspecify.annotations.NullMarked;
