/** The least that is a plug-in of JOSM: a menu item, a window of a few lines, and a tool that draws ways. */
@NullMarked
package dev.plumbline.examples.josm;

import org.jspecify.annotations.NullMarked;
