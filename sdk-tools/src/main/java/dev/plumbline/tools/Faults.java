package dev.plumbline.tools;

import dev.plumbline.schema.ValidationResult;
import java.util.stream.Collectors;

/** Findings as words for the model: paths and codes, never values. */
final class Faults {
    private static final int MOST = 10;

    private Faults() {}

    static String list(ValidationResult result) {
        String first = result.findings().stream()
                .filter(finding -> finding.severity() == ValidationResult.Severity.ERROR)
                .limit(MOST)
                .map(finding ->
                        (finding.path().isEmpty() ? "the object itself" : finding.path()) + ": " + finding.code())
                .collect(Collectors.joining("; "));
        int more = result.count(ValidationResult.Severity.ERROR) - MOST;
        return more > 0 ? first + "; and " + more + " more" : first;
    }
}
