/** What there would be without Plumbline: a plug-in with a window and the HTTP client of the JDK, to measure against. */
@NullMarked
package dev.plumbline.examples.sweethome3d.baseline;

import org.jspecify.annotations.NullMarked;
