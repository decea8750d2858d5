/** What modules of the SDK share and programs do not see: no API, and it may change with every version. */
@NullMarked
package dev.plumbline.schema.internal;

import org.jspecify.annotations.NullMarked;
