/** What the modules of the SDK share of skills, and programs do not see. */
@NullMarked
package dev.plumbline.plugin.internal;

import org.jspecify.annotations.NullMarked;
