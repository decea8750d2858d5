/**
 * The root package of the API; it has no public types. It holds the style of the generated values, which all packages
 * share.
 */
@NullMarked
@ValueStyle
package dev.plumbline;

import org.jspecify.annotations.NullMarked;
