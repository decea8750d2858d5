package dev.plumbline.cli;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.session.ConversationSession;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A conversation at a terminal: its current branch and the branches opened before. Used by one thread. */
final class TerminalChat implements AutoCloseable {
    private final CommandConsole console;
    private final ChatTurn turns;
    private final Map<String, ConversationSession> open = new HashMap<>();
    private ConversationSession now;
    private Optional<AiReturn> last = Optional.empty();
    private boolean over;

    TerminalChat(CommandConsole console, ChatTurn turns, ConversationSession session) {
        this.console = console;
        this.turns = turns;
        this.now = session;
        open.put(session.branch(), session);
    }

    /** Runs a turn on this branch. */
    void turn(Function<ConversationSession, CompletableFuture<AiReturn>> begin) {
        last = Optional.of(turns.run(now, begin));
    }

    /** Returns the session of the current branch. */
    ConversationSession session() {
        return now;
    }

    /** Returns the result of the last turn, if there was one. */
    Optional<AiReturn> last() {
        return last;
    }

    void say(String words) {
        console.line(words);
    }

    /** Continues with that session. */
    void goOn(ConversationSession session) {
        now = session;
        open.put(session.branch(), session);
    }

    /** Continues on an existing branch. */
    void goOnAt(String branch) {
        ConversationSession there = open.get(branch);
        goOn(there == null ? now.onBranch(branch) : there);
    }

    /** Returns the last question of this branch. */
    ConversationEntry question() {
        return now.last(Interaction.Kind.USER)
                .orElseThrow(() -> new IllegalStateException("there is no question on this branch yet"));
    }

    void leave() {
        over = true;
    }

    /** Returns whether the user has quit. */
    boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        open.values().forEach(ConversationSession::close);
    }
}
