/**
 * Mutation tests of docs/requirements.md: whether the tests that a row names fail when the classes that it names are
 * changed. {@link dev.plumbline.mutants.TraceabilityMutation} is the program.
 */
@NullMarked
package dev.plumbline.mutants;

import org.jspecify.annotations.NullMarked;
