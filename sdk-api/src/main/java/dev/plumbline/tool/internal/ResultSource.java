package dev.plumbline.tool.internal;

import dev.plumbline.tool.IToolExecutor;
import java.util.Optional;

/** An executor of the SDK, which stores the large results of its calls where a server of other programs can read them. */
public interface ResultSource {
    /** Returns the store of the large results of its calls; one that stores nothing if there are no tools. */
    ToolResultStore results();

    /** Returns what finds the values that redaction hides; empty without redaction. */
    Optional<ContentScanner> scanner();

    /** Returns the store of an executor; one that stores nothing for an executor of a program's own. */
    static ToolResultStore of(IToolExecutor executor) {
        return executor instanceof ResultSource source ? source.results() : ToolResultStore.NONE;
    }
}
