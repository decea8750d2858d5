package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a context source for the comparison with an approval, on the thread on which it is read for a call, too. Used
 * once.
 */
final class RevisionReader {
    private final ContextSource source;
    private final Scheduler time;
    private final Cancellation turn;
    private final CompletableFuture<Optional<String>> value = new CompletableFuture<>();

    RevisionReader(ContextSource source, Scheduler time, Cancellation turn) {
        this.source = source;
        this.time = time;
        this.turn = turn;
    }

    /**
     * Returns the value as text; empty if the turn is cancelled before it is read.
     *
     * @throws IllegalStateException if the UI thread does not read it within the time limit of the source; and what the
     *     source throws
     */
    Optional<String> read(@Nullable HostApplication host) {
        return host == null || source.affinity() == ThreadAffinity.POOL || host.isUiThread()
                ? Optional.of(text())
                : readOnUiThread(host);
    }

    private Optional<String> readOnUiThread(HostApplication host) {
        Subscription late = time.schedule(
                source.timeout(),
                () -> value.completeExceptionally(new IllegalStateException("the UI thread did not read context source "
                        + source.key() + " within " + source.timeout().toMillis() + " ms")));
        Subscription cancelled = turn.onCancel(() -> value.complete(Optional.empty()));
        try {
            host.execute(this::complete);
            return value.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw failed;
        } finally {
            late.close();
            cancelled.close();
        }
    }

    private void complete() {
        if (!value.isDone()) {
            try {
                value.complete(Optional.of(text()));
            } catch (Throwable failed) {
                value.completeExceptionally(failed);
            }
        }
    }

    private String text() {
        return Json.of(source.reader()
                        .apply(new ContextSource.ReadContext(Interaction.user(""), List.of(), CallIds.NONE, turn)))
                .text();
    }
}
