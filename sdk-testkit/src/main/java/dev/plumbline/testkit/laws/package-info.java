/**
 * The laws as jqwik properties, one interface to implement for each contract, and the arbitraries they draw from. The one
 * package that sees jqwik; {@link dev.plumbline.testkit.check} has the same laws for any other framework.
 */
@NullMarked
package dev.plumbline.testkit.laws;

import org.jspecify.annotations.NullMarked;
