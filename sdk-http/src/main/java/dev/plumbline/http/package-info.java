/** Network settings and deadlines of HTTP exchanges. What sends and reads is internal, and shared with sibling modules. */
@NullMarked
package dev.plumbline.http;

import org.jspecify.annotations.NullMarked;
