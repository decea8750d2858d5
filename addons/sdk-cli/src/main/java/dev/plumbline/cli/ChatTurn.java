package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Runs one turn at the terminal: shows it, handles questions, and cancels it on Escape twice or Ctrl-C. */
final class ChatTurn {
    private static final long LOOK_EVERY_MILLIS = 20;

    private final CommandConsole console;
    private final QuestionPrompt asking;
    private final Clock clock;

    ChatTurn(CommandConsole console, QuestionPrompt asking, Clock clock) {
        this.console = console;
        this.asking = asking;
        this.clock = clock;
    }

    /**
     * Runs the turn and waits until all of it was shown.
     *
     * @param turn starts the turn
     */
    AiReturn run(ConversationSession session, Function<ConversationSession, CompletableFuture<AiReturn>> turn) {
        TurnPrinter view = TurnPrinter.of(console, session);
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
        DoubleEscapeDetector escape = new DoubleEscapeDetector();
        try (CommandConsole.Keys keys = console.keys()) {
            while (!running.isDone()) {
                asking.show();
                int key = keys.next(LOOK_EVERY_MILLIS);
                if (key != CommandConsole.Keys.NONE) {
                    asking.pressed(key);
                    if (escape.pressed(key, clock.instant())) {
                        session.cancel("Escape, twice");
                    }
                }
            }
        }
    }
}
