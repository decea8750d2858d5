package dev.plumbline.schema;

import dev.plumbline.call.AiCall;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;

/**
 * A check of a call, an answer or a tool's arguments. Pure and thread-safe, without any I/O.
 *
 * @param <T> the type of the checked value
 */
@FunctionalInterface
public interface Validator<T> {

    /**
     * Returns the findings about the subject, by paths and codes, never content; {@code call} is the call it belongs
     * to.
     */
    ValidationResult validate(T subject, AiCall call);

    /** The effect of a validator's findings. */
    enum Strictness {
        /** The validator does not run. */
        OFF,
        /** Errors are warnings: they are counted and stop nothing. */
        WARN,
        /** Errors stop the call or fail the answer. */
        STRICT;

        /** Returns the findings with this effect: none if OFF, errors as warnings if WARN, all as they are if STRICT. */
        public ValidationResult of(ValidationResult found) {
            if (this == OFF) {
                return ValidationResult.OK;
            }
            return this == STRICT || found.findings().isEmpty()
                    ? found
                    : new ValidationResult(
                            found.findings().stream().map(Strictness::softened).toList());
        }

        private static Finding softened(Finding finding) {
            return finding.severity() == Severity.ERROR
                    ? new Finding(Severity.WARNING, finding.path(), finding.code(), finding.allowed())
                    : finding;
        }
    }
}
