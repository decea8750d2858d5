/**
 * Redaction of content: a layer replaces personal data and secrets in what leaves for a provider by pseudonyms, and puts
 * the values back into the answer. What telemetry sees is another matter: it has no field for text.
 */
@NullMarked
package dev.plumbline.redaction;

import org.jspecify.annotations.NullMarked;
