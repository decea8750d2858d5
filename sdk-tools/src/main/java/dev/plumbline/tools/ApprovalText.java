package dev.plumbline.tools;

import dev.plumbline.call.Person;
import dev.plumbline.call.Question;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a person reads who is asked whether a call may run: the tool's own words, if it has any, and always a line for each
 * value it would run with. Each line begins with blanks as no value does, so that no value passes for a line.
 *
 * @param call the call
 * @param words the tool's own, made visible; empty when it has none
 * @param rows the values
 */
record ApprovalText(FencedContext call, Optional<String> words, ArgumentRows rows) {
    private static final String INDENT = "    ";
    private static final int LONGEST_WORDS = 500;

    static ApprovalText of(FencedContext call) {
        Json arguments = call.toolCall().arguments();
        Optional<String> words = call.setting().item().tool().preview().flatMap(preview -> words(preview, call));
        return new ApprovalText(call, words, ArgumentRows.of(arguments, schema(call)));
    }

    private static Json schema(FencedContext call) {
        return call.setting().item().definition().inputSchema();
    }

    /** A tool that has no words for these arguments is asked about in ours. */
    private static Optional<String> words(Function<Json, String> preview, FencedContext call) {
        try {
            return Optional.of(VisibleText.of(preview.apply(call.toolCall().arguments())));
        } catch (RuntimeException | Error failed) {
            call.setting().report("preview", failed);
            return Optional.empty();
        }
    }

    /** Why nobody can say yes; empty when they can. */
    Optional<String> fault() {
        return rows.fault();
    }

    Person.Wording wording(List<Question.Option> options, Question.Option fallback) {
        return new Person.Wording("Run " + tool() + "?", text(), options, fallback, rows.rows(), details());
    }

    private String tool() {
        return VisibleText.of(call.toolCall().name());
    }

    private String text() {
        List<String> lines = new ArrayList<>();
        words.ifPresent(said -> lines.add("The tool says: " + Excerpt.ofText(said, LONGEST_WORDS)));
        addRows(lines, rows);
        rows.fault().ifPresent(why -> lines.add("This call cannot be approved: " + why + "."));
        return String.join("\n", lines);
    }

    /** Nothing is left out here but what comes after the first thousand values. */
    private Optional<String> details() {
        boolean isCut = rows.isCut()
                || words.filter(said -> said.length() > LONGEST_WORDS).isPresent();
        if (!isCut) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        words.ifPresent(said -> lines.add("The tool says: " + said));
        addRows(lines, ArgumentRows.whole(call.toolCall().arguments(), schema(call)));
        return Optional.of(String.join("\n", lines));
    }

    private void addRows(List<String> lines, ArgumentRows shown) {
        long count = shown.rows().size() + shown.more();
        lines.add(tool()
                + (count == 0 ? " without arguments" : count == 1 ? " with 1 value:" : " with " + count + " values:"));
        shown.rows().forEach(row -> lines.add(INDENT + row.line()));
        if (shown.more() > 0) {
            lines.add("and " + shown.more() + " more, not shown");
        }
    }
}
