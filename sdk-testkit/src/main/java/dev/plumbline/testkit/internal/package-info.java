/** What packages of the test kit share and programs do not see. */
@NullMarked
package dev.plumbline.testkit.internal;

import org.jspecify.annotations.NullMarked;
