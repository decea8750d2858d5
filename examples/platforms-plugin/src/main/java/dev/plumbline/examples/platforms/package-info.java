/** An assistant for a text, as a plug-in for Eclipse's Equinox with SWT and for the NetBeans Platform. */
@NullMarked
package dev.plumbline.examples.platforms;

import org.jspecify.annotations.NullMarked;
