package dev.plumbline.assistant;

import dev.plumbline.time.Scheduler;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/** Work beside the UI thread, each on a daemon thread of its own that ends with it; the only place that begins threads and makes ids. */
final class Background {
    private Background() {}

    /** Returns a text that no other document has. */
    static String unique() {
        return UUID.randomUUID().toString();
    }

    /** Does work whose result is used elsewhere. */
    static <T> CompletableFuture<T> compute(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> thread(task).start());
    }

    /** Returns a timer, whose thread ends some seconds after its last action. */
    static Scheduler timer() {
        return Scheduler.system(Clock.systemUTC(), Background::thread);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "plumbline-assistant");
        thread.setDaemon(true);
        return thread;
    }

    /** Does work and then shows its result or its failure on the UI thread. */
    static <T> void run(Supplier<T> work, BiConsumer<@Nullable T, @Nullable Throwable> show) {
        CompletableFuture<Void> unused = compute(work).handle((result, failure) -> {
            SwingUtilities.invokeLater(() -> show.accept(result, cause(failure)));
            return null;
        });
    }

    /** Returns what was thrown, without what a future has put around it. */
    static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure != null && failure.getCause() != null && failure instanceof CompletionException
                ? failure.getCause()
                : failure;
    }
}
