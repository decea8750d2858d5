/** The tools of other programs for sessions, by the Model Context Protocol. */
@NullMarked
package dev.plumbline.mcpclient;

import org.jspecify.annotations.NullMarked;
