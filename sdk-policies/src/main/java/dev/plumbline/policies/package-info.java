/**
 * The built-in layers of the chain, one entry file each: retry, cache, redaction, tagging and their kin. The shape of a
 * layer and the law by which layers compose live in {@code dev.plumbline.policy}. The recommended order of the layers
 * does not live here, nor does anything that knows JSON Schema.
 */
@NullMarked
package dev.plumbline.policies;

import org.jspecify.annotations.NullMarked;
