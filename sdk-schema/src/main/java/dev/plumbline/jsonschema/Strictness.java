package dev.plumbline.jsonschema;

import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;

/** Whether what a validator finds stops anything. */
public enum Strictness {
    /** It does not run. */
    OFF,
    /** An error is a warning: it is counted and stops nothing. */
    WARN,
    /** An error is an error. */
    STRICT;

    ValidationResult of(ValidationResult found) {
        return this == STRICT
                ? found
                : new ValidationResult(
                        found.findings().stream().map(Strictness::softened).toList());
    }

    private static Finding softened(Finding finding) {
        return finding.severity() == Severity.ERROR
                ? new Finding(Severity.WARNING, finding.path(), finding.code())
                : finding;
    }
}
