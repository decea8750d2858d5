/** What the formats of all services share: reading answers, writing requests, errors, and what models and servers take. */
@NullMarked
package dev.plumbline.providers.format;

import org.jspecify.annotations.NullMarked;
