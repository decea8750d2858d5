package dev.plumbline.examples.sweethome3d;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.swing.SwingUtilities;

/**
 * A conversation and the runtime it runs in, made beside the UI thread: the first one loads many classes, which takes a
 * second or so. Whoever wants it is called on the UI thread when it is there.
 */
final class AssistantSession {
    private final CompletableFuture<Made> made = new CompletableFuture<>();

    static AssistantSession begin(Callable<Made> making) {
        AssistantSession talk = new AssistantSession();
        Thread thread = new Thread(() -> talk.make(making), "plumbline-desk-opening");
        thread.setDaemon(true);
        thread.start();
        return talk;
    }

    private void make(Callable<Made> making) {
        try {
            made.complete(making.call());
        } catch (Exception | LinkageError e) { // the second when the plug-in's file was replaced meanwhile
            made.completeExceptionally(e);
        }
    }

    void whenThere(Consumer<ConversationSession> then, Consumer<Throwable> failed) {
        CompletableFuture<Made> unused = made.whenComplete((it, failure) -> SwingUtilities.invokeLater(() -> {
            if (failure == null) {
                then.accept(it.session());
            } else {
                failed.accept(failure);
            }
        }));
    }

    boolean cancel() {
        return isThere() && made.join().session().cancel("cancel button");
    }

    private boolean isThere() {
        return made.isDone() && !made.isCompletedExceptionally();
    }

    /** Ends it, now or as soon as it is made. */
    void close() {
        CompletableFuture<Void> unused = made.thenAccept(it -> it.ai().close());
    }

    /** What was made. */
    record Made(AiRuntime ai, ConversationSession session) {}
}
