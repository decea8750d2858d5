/** What the modules of the SDK share, and programs do not see: recorded answers, and what the table of services says. May change with every version. */
@NullMarked
package dev.plumbline.providers.internal;

import org.jspecify.annotations.NullMarked;
