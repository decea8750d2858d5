/**
 * Everything that knows JSON Schema: checking values, generating schemas from types, wrapping and repairing answers. The
 * libraries that do the work stay behind this package and never show. The contracts that others call live in
 * {@code dev.plumbline.schema}, and what a tool does with its checked arguments does not live here.
 */
@NullMarked
package dev.plumbline.schemas;

import org.jspecify.annotations.NullMarked;
