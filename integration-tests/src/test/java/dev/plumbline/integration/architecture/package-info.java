/**
 * The rules of the house as tests: who may see whom, what a type looks like, what a room must not touch, how long a
 * method may be, and where each requirement is shown. A rule is tried twice, on the house and on planted code that breaks
 * it. What the rooms do together is tested in {@code dev.plumbline.integration}.
 */
@NullMarked
package dev.plumbline.integration.architecture;

import org.jspecify.annotations.NullMarked;
