/**
 * The rules for the code as tests: dependencies, the shape of types, use of the process environment, lengths of
 * methods, and the test of each requirement. A rule is tried twice, on the project and on planted code that
 * breaks it. {@code dev.plumbline.integration} tests what the modules do together.
 */
@NullMarked
package dev.plumbline.integration.architecture;

import org.jspecify.annotations.NullMarked;
