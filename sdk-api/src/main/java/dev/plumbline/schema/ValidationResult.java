package dev.plumbline.schema;

import java.util.List;
import java.util.Objects;

/**
 * The findings of a check, by path and code.
 *
 * @param findings in the order found
 */
public record ValidationResult(List<Finding> findings) {
    /** The result without findings. */
    public static final ValidationResult OK = new ValidationResult(List.of());

    public ValidationResult {
        findings = List.copyOf(findings);
    }

    /** Returns whether there are no errors; there may be warnings. */
    public boolean isOk() {
        return count(Severity.ERROR) == 0;
    }

    /** Returns the number of findings of a severity. */
    public int count(Severity severity) {
        int count = 0;
        for (Finding finding : findings) {
            count += finding.severity() == severity ? 1 : 0;
        }
        return count;
    }

    /**
     * One finding.
     *
     * @param severity how serious it is
     * @param path a JSON Pointer into the checked value; segments that the schema does not name are {@code *}
     * @param code the rule, e.g. {@code required} or {@code type}
     * @param allowed what the rule allows there, as the schema says it, e.g. {@code "ground", "first"}; never a part of
     *     the value; empty if it is not known or not short
     */
    public record Finding(Severity severity, String path, String code, String allowed) {
        /** Creates a finding that does not say what is allowed. */
        public Finding(Severity severity, String path, String code) {
            this(severity, path, code, "");
        }

        public Finding {
            Objects.requireNonNull(severity, "severity");
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(allowed, "allowed");
        }
    }

    /** The severity of a finding. */
    public enum Severity {
        ERROR,
        WARNING,
        INFO
    }
}
