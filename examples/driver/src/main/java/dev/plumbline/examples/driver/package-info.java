/** A hand at the keyboard: a small agent inside the program that is tried, and whoever tells it what to do. */
@NullMarked
package dev.plumbline.examples.driver;

import org.jspecify.annotations.NullMarked;
