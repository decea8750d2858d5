/**
 * Policies around provider calls, in three shapes, and the chain that runs them in order and ensures the fold law after
 * each of them. The built-in policies are in sdk-policies; their recommended order is in sdk-runtime.
 */
@NullMarked
package dev.plumbline.policy;

import org.jspecify.annotations.NullMarked;
