package dev.plumbline.jsonschema;

import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;

/** The effect of a validator's findings. */
public enum Strictness {
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
