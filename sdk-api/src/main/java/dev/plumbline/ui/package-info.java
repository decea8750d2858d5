/** The program that Plumbline runs inside: its UI thread, its closing window, and the person who is asked. */
@NullMarked
package dev.plumbline.ui;

import org.jspecify.annotations.NullMarked;
