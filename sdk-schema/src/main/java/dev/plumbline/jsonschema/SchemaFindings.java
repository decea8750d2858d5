package dev.plumbline.jsonschema;

import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects findings about one schema and keeps the first 50. Not thread-safe. */
final class SchemaFindings {
    private static final int MOST = 50;

    private final List<Finding> found = new ArrayList<>();
    private boolean sound = true;

    /** Returns a result with one error about the whole schema. */
    static ValidationResult error(String code) {
        return new ValidationResult(List.of(new Finding(Severity.ERROR, "", code)));
    }

    void error(String path, String code) {
        sound = false;
        add(Severity.ERROR, path, code);
    }

    void warning(String path, String code) {
        add(Severity.WARNING, path, code);
    }

    private void add(Severity severity, String path, String code) {
        if (found.size() < MOST) {
            found.add(new Finding(severity, PointerSegments.shown(path), code));
        }
    }

    boolean sound() {
        return sound;
    }

    List<Finding> list() {
        if (!sound && found.stream().noneMatch(finding -> finding.severity() == Severity.ERROR)) {
            found.set(MOST - 1, new Finding(Severity.ERROR, "", "findings"));
        }
        return List.copyOf(found);
    }
}
