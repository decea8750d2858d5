/**
 * JMH benchmarks of the paths whose time a user would notice: encode, decode, fold, fingerprint and the chain. They are
 * compiled with the project and run by hand, as is {@link dev.plumbline.benchmarks.CallCosts}, which counts the cost of a
 * call. They do not test correctness.
 */
@NullMarked
package dev.plumbline.benchmarks;

import org.jspecify.annotations.NullMarked;
