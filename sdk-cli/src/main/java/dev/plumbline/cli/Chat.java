package dev.plumbline.cli;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.Entry;
import dev.plumbline.session.ConversationSession;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A conversation at a terminal: what is typed is said to the model, what begins with a slash is a {@link ChatWord}. Used
 * by one thread.
 */
final class Chat implements AutoCloseable {
    private final Console console;
    private final ChatTurn turns;
    private final Map<String, ConversationSession> open = new HashMap<>();
    private ConversationSession now;
    private Optional<AiReturn> last = Optional.empty();
    private boolean over;

    Chat(Console console, ChatTurn turns, ConversationSession session) {
        this.console = console;
        this.turns = turns;
        this.now = session;
        open.put(session.branch(), session);
    }

    /** Goes on until it is left, or nothing more can be typed. */
    void run() {
        while (!over) {
            String prompt = now.branch().equals("main") ? "> " : now.branch() + "> ";
            console.read(prompt).ifPresentOrElse(this::typed, this::leave);
        }
    }

    private void typed(String line) {
        String words = line.strip();
        try {
            if (words.startsWith("/")) {
                ChatWord.of(words)
                        .ifPresentOrElse(
                                word -> word.obey(this, argument(words)),
                                () -> console.line("there is no such command; /help lists them"));
            } else if (!words.isEmpty()) {
                turn(session -> session.sendAsync(words));
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            console.line(Complaint.of(e));
        }
    }

    private static String argument(String words) {
        int space = words.indexOf(' ');
        return space < 0 ? "" : words.substring(space).strip();
    }

    /** Runs a turn of this branch. */
    void turn(Function<ConversationSession, CompletableFuture<AiReturn>> begin) {
        last = Optional.of(turns.run(now, begin));
    }

    /** The conversation on the branch it is on. */
    ConversationSession session() {
        return now;
    }

    /** The last turn, if there was one. */
    Optional<AiReturn> last() {
        return last;
    }

    void say(String words) {
        console.line(words);
    }

    /** Goes on with that session. */
    void goOn(ConversationSession session) {
        now = session;
        open.put(session.branch(), session);
    }

    /** Goes on on a branch that is there. */
    void goOnAt(String branch) {
        ConversationSession there = open.get(branch);
        goOn(there == null ? now.onBranch(branch) : there);
    }

    /** The last question of this branch. */
    Entry question() {
        return now.last(Interaction.Kind.USER)
                .orElseThrow(() -> new IllegalStateException("nothing was asked on this branch yet"));
    }

    void leave() {
        over = true;
    }

    @Override
    public void close() {
        open.values().forEach(ConversationSession::close);
    }
}
