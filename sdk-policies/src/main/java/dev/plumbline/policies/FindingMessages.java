package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Formats findings for errors and for the model: paths, codes and what the schema allows, never values. */
final class FindingMessages {
    private static final int MOST = 20;

    private FindingMessages() {}

    /** Returns the first errors on one line, and the number of further ones. */
    static String text(ValidationResult findings) {
        return errors(findings, ", ", "; ");
    }

    /** Returns the call that asks for a corrected answer: the interactions sent, the answer, and its errors. */
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
                .map(finding -> (finding.path().isEmpty() ? "/" : finding.path())
                        + inside
                        + finding.code()
                        + (finding.allowed().isEmpty() ? "" : " (allowed: " + finding.allowed() + ")"))
                .collect(Collectors.joining(between));
        return errors.size() <= MOST ? text : text + between + "and " + (errors.size() - MOST) + " more";
    }
}
