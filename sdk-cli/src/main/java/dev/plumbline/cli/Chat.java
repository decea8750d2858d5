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

/** A conversation at a terminal: the branch it is on, and those that were opened before. Used by one thread. */
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

    /** Whether the user left it. */
    boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        open.values().forEach(ConversationSession::close);
    }
}
