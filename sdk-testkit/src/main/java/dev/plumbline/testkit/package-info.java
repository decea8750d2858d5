/**
 * What a test of a policy, a tool or a plugin is built from: a scripted model, a clock that is moved, threads that begin
 * together, a watch over what is left behind. Nothing that runs in a plugin lives here, and nothing here needs a test
 * framework. Packages beside it: {@code laws}, {@code trial}, {@code server}.
 */
@NullMarked
package dev.plumbline.testkit;

import org.jspecify.annotations.NullMarked;
