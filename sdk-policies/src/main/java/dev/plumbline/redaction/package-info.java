/**
 * Redaction of content: a policy replaces personal data and secrets in requests to a provider by pseudonyms, and
 * restores the values in the answer. Telemetry needs none: it has no field for text.
 */
@NullMarked
package dev.plumbline.redaction;

import org.jspecify.annotations.NullMarked;
