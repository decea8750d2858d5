/** What the modules of the SDK share, and programs do not see: recorded answers. May change with every version. */
@NullMarked
package dev.plumbline.providers.internal;

import org.jspecify.annotations.NullMarked;
