/**
 * What a user needs to test a policy, a tool or a provider: a scripted model, replay of recorded exchanges, and the laws
 * as properties. jqwik and JUnit are seen here and in tests only. Nothing that runs in a plugin lives here.
 */
@NullMarked
package dev.plumbline.testkit;

import org.jspecify.annotations.NullMarked;
