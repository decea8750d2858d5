package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Findings as text, for an error and for the model: paths and codes, never values. */
final class Findings {
    private static final int MOST = 20;

    private Findings() {}

    /** The first errors on one line, and how many more there are. */
    static String text(ValidationResult findings) {
        return errors(findings, ", ", "; ");
    }

    /** The call that asks again: what was sent, the answer to it, and what was wrong with that. */
    static AiCall askAgain(AiCall asked, AiReturn ret, ValidationResult findings) {
        List<Interaction> more = new ArrayList<>(asked.effective());
        more.addAll(ret.finalAnswer());
        more.add(Interaction.user("This answer does not fit the required JSON Schema.\n"
                + errors(findings, ": ", "\n")
                + "\nAnswer again with the whole corrected JSON value and nothing else."));
        return asked.withEffective(more);
    }

    private static String errors(ValidationResult findings, String inside, String between) {
        List<ValidationResult.Finding> errors = findings.findings().stream()
                .filter(finding -> finding.severity() == ValidationResult.Severity.ERROR)
                .toList();
        String text = errors.stream()
                .limit(MOST)
                .map(finding -> (finding.path().isEmpty() ? "/" : finding.path()) + inside + finding.code())
                .collect(Collectors.joining(between));
        return errors.size() <= MOST ? text : text + between + "and " + (errors.size() - MOST) + " more";
    }
}
