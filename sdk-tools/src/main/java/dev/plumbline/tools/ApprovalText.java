package dev.plumbline.tools;

import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;
import dev.plumbline.ui.internal.UserPrompter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * The text of an approval question: the tool's own preview, if it has one, and a line for each value of the
 * arguments. Each line begins with blanks; no value does, so that no value can look like a line.
 *
 * @param call the call
 * @param words the tool's preview, escaped; empty if it has none
 * @param rows the values of the arguments
 * @param risk the risk of the call
 */
record ApprovalText(GuardedToolContext call, Optional<String> words, ArgumentRows rows, CallRisk risk) {
    private static final String INDENT = "    ";
    private static final int LONGEST_WORDS = 500;

    static ApprovalText of(GuardedToolContext call, CallRisks.WatchedRevision at) {
        Json arguments = call.toolCall().arguments();
        ArgumentRows rows = ArgumentRows.of(arguments, schema(call));
        return new ApprovalText(call, words(call), rows, CallRisks.of(call, rows.rows(), at));
    }

    private static Json schema(GuardedToolContext call) {
        return call.setting().definition().inputSchema();
    }

    static Optional<String> words(GuardedToolContext call) {
        return call.setting().tool().tool().preview().flatMap(preview -> words(preview, call));
    }

    /**
     * Returns the tool's preview, which is made on the thread of the tool; empty if it fails, or the UI thread is busy, so
     * that the question shows the values alone.
     */
    private static Optional<String> words(Function<Json, String> preview, GuardedToolContext call) {
        Callable<String> words = () -> preview.apply(call.toolCall().arguments());
        try {
            return Optional.of(VisibleTextEscaper.of(call.isOnUiThread() ? call.onUiThread(words) : words.call()));
        } catch (Exception | Error failed) {
            if (failed instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            call.setting().report("preview", failed);
            return Optional.empty();
        }
    }

    /** Returns why the call cannot be approved; empty if it can. */
    Optional<String> fault() {
        return rows.fault();
    }

    UserPrompter.QuestionText wording(List<Question.Option> options, Question.Option fallback) {
        return new UserPrompter.QuestionText(
                "Run " + tool() + "?", text(), options, fallback, rows.rows(), details(), Optional.of(risk));
    }

    private String tool() {
        return VisibleTextEscaper.of(call.toolCall().name());
    }

    private String text() {
        List<String> lines = new ArrayList<>();
        words.ifPresent(preview -> lines.add("The tool says: " + JsonTruncator.ofText(preview, LONGEST_WORDS)));
        addRows(lines, rows);
        risk.untrusted().ifPresent(source -> lines.add("Note: " + source.text() + "."));
        rows.fault().ifPresent(why -> lines.add("This call cannot be approved: " + why + "."));
        return String.join("\n", lines);
    }

    /** Returns the text with all values unshortened, up to a thousand; empty if the question shows everything. */
    private Optional<String> details() {
        boolean isCut = rows.isCut()
                || words.filter(preview -> preview.length() > LONGEST_WORDS).isPresent();
        if (!isCut) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        words.ifPresent(preview -> lines.add("The tool says: " + preview));
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
