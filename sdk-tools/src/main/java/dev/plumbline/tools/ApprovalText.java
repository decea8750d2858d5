package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question.CallRisk;
import dev.plumbline.ui.Question.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * What the question about a call says: the tool's own preview, if it has one, and a part for each value of the arguments.
 *
 * @param call the call
 * @param words the tool's preview, escaped; empty if it has none
 * @param rows the values of the arguments
 * @param risk the risk of the call
 */
record ApprovalText(GuardedToolContext call, Optional<String> words, ArgumentRows rows, CallRisk risk) {

    static ApprovalText of(GuardedToolContext call, CallRisks.WatchedRevision at) {
        ArgumentRows rows = ArgumentRows.of(call.toolCall().arguments());
        return new ApprovalText(call, words(call), rows, CallRisks.of(call, rows.rows(), at));
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

    String title() {
        return "Run " + tool() + "?";
    }

    private String tool() {
        return VisibleTextEscaper.of(call.toolCall().name());
    }

    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        words.ifPresent(preview -> parts.add(Part.of(ContentOrigin.TOOL, "The tool says", preview)));
        long count = rows.rows().size() + rows.more();
        parts.add(Part.host(tool()
                + (count == 0 ? " without arguments" : count == 1 ? " with 1 value:" : " with " + count + " values:")));
        parts.addAll(rows.rows().values());
        if (rows.more() > 0) {
            parts.add(Part.host("and " + rows.more() + " more, not shown"));
        }
        risk.untrusted().ifPresent(source -> parts.add(Part.host("Note: " + source.text() + ".")));
        rows.fault().ifPresent(why -> parts.add(Part.host("This call cannot be approved: " + why + ".")));
        return parts;
    }
}
