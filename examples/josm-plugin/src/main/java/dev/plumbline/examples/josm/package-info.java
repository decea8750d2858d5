/**
 * A plug-in of JOSM: a dialog beside the map in which one asks for what should be drawn, found or tagged, and a page in
 * the preferences.
 */
@NullMarked
package dev.plumbline.examples.josm;

import org.jspecify.annotations.NullMarked;
