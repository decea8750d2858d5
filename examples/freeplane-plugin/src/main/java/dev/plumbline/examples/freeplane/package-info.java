/** A plug-in of Freeplane: a menu item, a window, and tools that read and change a mind map, one undo step a turn. */
@NullMarked
package dev.plumbline.examples.freeplane;

import org.jspecify.annotations.NullMarked;
