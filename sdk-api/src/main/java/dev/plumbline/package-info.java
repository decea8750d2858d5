/**
 * The root of the words; it holds no type for others. It carries the one style of the generated values, which every
 * package below shares. What a value is lives in the packages below.
 */
@NullMarked
@ValueStyle
package dev.plumbline;

import org.jspecify.annotations.NullMarked;
