/**
 * The SDK as a guest in a program that lives long: what it leaves behind after ten thousand sessions, after a plugin was
 * loaded and unloaded over and over, and how it fares where memory is short.
 */
@NullMarked
package dev.plumbline.integration.lifecycle;

import org.jspecify.annotations.NullMarked;
