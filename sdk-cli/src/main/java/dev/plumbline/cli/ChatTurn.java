package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** One turn at the terminal: shows it, lets questions be answered, and ends it on Escape twice, or Ctrl-C. */
final class ChatTurn {
    private static final long LOOK_EVERY_MILLIS = 20;

    private final Console console;
    private final Asking asking;
    private final Clock clock;

    ChatTurn(Console console, Asking asking, Clock clock) {
        this.console = console;
        this.asking = asking;
        this.clock = clock;
    }

    /**
     * Runs it and waits until all of it was shown.
     *
     * @param turn begins it
     */
    AiReturn run(ConversationSession session, Function<ConversationSession, CompletableFuture<AiReturn>> turn) {
        TurnView view = new TurnView(console, session::path);
        Subscription showing = session.observe(view);
        console.onInterrupt(() -> session.cancel("Ctrl-C"));
        try {
            CompletableFuture<AiReturn> running = turn.apply(session);
            if (console.hasKeys()) {
                listen(session, running);
            }
            AiReturn ret = running.join();
            view.awaitFinished();
            return ret;
        } finally {
            showing.close();
            console.endLine();
        }
    }

    private void listen(ConversationSession session, CompletableFuture<AiReturn> running) {
        DoubleEscape escape = new DoubleEscape();
        try (Console.Keys keys = console.keys()) {
            while (!running.isDone()) {
                asking.show();
                int key = keys.next(LOOK_EVERY_MILLIS);
                if (key != Console.Keys.NONE) {
                    asking.pressed(key);
                    if (escape.pressed(key, clock.instant())) {
                        session.cancel("Escape, twice");
                    }
                }
            }
        }
    }
}
