/**
 * Parts that several modules of the SDK share. They are exported to those modules alone, may change with every version,
 * and are not for programs that use the SDK.
 */
@NullMarked
package dev.plumbline.internal;

import org.jspecify.annotations.NullMarked;
