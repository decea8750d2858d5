package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * One conversation on one branch, until closed. One turn at a time: a second one is refused, or waits in line where
 * {@code SessionOptions.whenBusy} is QUEUE; everything else may be called from any thread at any time. A failure
 * outside the program comes back as a failed return, and a wrong use by the program is an exception: {@code
 * IllegalStateException} from every method except {@code close}, {@code cancel} and the accessors once it is closed.
 *
 * <p>After every turn the conversation can be sent as it is: each tool call has its one result. A turn that failed or
 * was cancelled keeps what had arrived, flagged; when nothing had, it leaves no trace.
 */
public interface ConversationSession extends AutoCloseable {

    /** The id of the conversation; forks share it. */
    String id();

    /**
     * Says something and waits for the stable result; {@link #cancel} releases it at once. Interrupting the caller
     * cancels the turn and keeps the interrupt flag.
     *
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    AiReturn send(String text);

    /**
     * The same with attachments, and options for this turn.
     *
     * @throws IllegalArgumentException when the options set a namespace, which belongs to a session
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    AiReturn send(Interaction.User input, SessionOptions options);

    /**
     * The same, answered in a shape.
     *
     * @throws dev.plumbline.event.AiException when the turn failed, or INVALID_RESPONSE when the answer does not fit
     * @throws IllegalArgumentException names the component of the type that no schema can describe
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    <T> T send(String text, Class<T> type);

    /**
     * The same for a generic type.
     *
     * @throws dev.plumbline.event.AiException when the turn failed, or INVALID_RESPONSE when the answer does not fit
     * @throws IllegalArgumentException names the component of the type that no schema can describe
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    <T> T send(String text, TypeRef<T> type);

    /**
     * Says something and returns at once, on any thread. The future completes with a return also for failures, on the
     * thread that ended the turn; cancelling it cancels the turn. On the host's UI thread it refuses to be waited for.
     *
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> sendAsync(String text);

    /**
     * The same with attachments, and options for this turn.
     *
     * @throws IllegalArgumentException when the options set a namespace, which belongs to a session
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> sendAsync(Interaction.User input, SessionOptions options);

    /**
     * Answers the open end of the conversation: a body that ends with a user message, or a turn that was interrupted.
     * Of the tool calls that were open then, those that are done keep their outcome, those that had not begun run now,
     * and so do those of idempotent and read-only tools; any other that had begun is answered OUTCOME_UNKNOWN.
     *
     * @throws IllegalStateException when nothing does, on the host's UI thread, while a turn runs, and after close
     */
    AiReturn runToStableResult();

    /**
     * The same without waiting.
     *
     * @throws IllegalStateException when there is nothing to answer, while a turn runs, and after close
     */
    CompletableFuture<AiReturn> runAsync();

    /**
     * Every event from the subscription on, with back-pressure, on SDK threads. Pieces of text that a subscriber was too
     * slow for come as one, under the number of the last; nothing is left out. Completes at close.
     */
    Flow.Publisher<SessionEvent> stream();

    /**
     * The events of one turn, of the running one or else of the next, from the subscription on; as {@link #stream}. Completes
     * behind the end of that turn.
     *
     * @param leaving what it means for the turn when a subscriber cancels before
     */
    Flow.Publisher<SessionEvent> streamTurn(Leaving leaving);

    /** Adds a view; called on the host's UI thread when there is a host, until the subscription or session is closed. */
    Subscription observe(ConversationObserver observer);

    /**
     * Says something while a turn runs: it is stored behind the results of the running round, and the next round answers
     * it. It ends nothing that runs. When the turn ends before, it stays unanswered; {@link #runToStableResult}
     * answers it.
     *
     * @return false when no turn runs, or the one that does is done already
     */
    boolean interject(String text);

    /**
     * Says what came of a tool call that the host was shown, where {@code SessionOptions.toolHandling} is RETURN. The
     * turn waits for the outcomes of all calls of its round.
     *
     * @param callId the id that views received
     * @return false when no such call is open: it is answered, its turn is over, or it is none of this session
     */
    boolean answer(String callId, ToolEnvelope outcome);

    /**
     * Ends the running turn now: when it returns, the turn is closed and another one may begin, or has: those that wait in
     * line are ended by their futures. It never waits, not even
     * for code that does not react.
     *
     * @param reason for developers, without content
     * @return false when none runs
     */
    boolean cancel(String reason);

    /** Whether a turn is running. */
    boolean isRunning();

    /**
     * Asks a question again with another text: the answer follows a sibling of that entry, and this branch goes on from
     * there. What was said before stays in the tree. Blocks like {@link #send(String)}.
     *
     * @param question an entry of this conversation, of any branch, that a user said
     * @throws IllegalArgumentException when it is another entry
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    AiReturn edit(Entry question, String text);

    /**
     * The same without waiting.
     *
     * @throws IllegalArgumentException when the entry is not a question of this conversation
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> editAsync(Entry question, String text);

    /**
     * Goes on behind any entry of the conversation: back, or over to the head of a fork. Nothing is deleted.
     *
     * @throws IllegalArgumentException when it is an entry of another conversation, or one whose tool calls have their
     *     results behind it
     * @throws IllegalStateException while a turn runs, and after close
     */
    void continueFrom(Entry entry);

    /**
     * A session of its own on a new branch of this conversation, behind the last thing that was said. Costs nothing
     * and runs in parallel; close it like any other. Forks share tools, and so the document the tools change.
     *
     * @param branch a name that no branch of the conversation has
     * @throws IllegalArgumentException when the name is taken
     * @throws dev.plumbline.event.AiException when a hook refuses it
     * @throws IllegalStateException after close
     */
    ConversationSession fork(String branch);

    /** The same with other options: choices are these where they are set, limits the tighter of both. */
    ConversationSession fork(String branch, SessionOptions options);

    /**
     * A session of its own on a branch that is there, where that ended: a fork that was closed, or one of before a crash,
     * whose interrupted turn {@link #runToStableResult} goes on with.
     *
     * @throws IllegalArgumentException when there is no such branch
     * @throws IllegalStateException when a session is on it, and after close
     */
    ConversationSession onBranch(String branch);

    /**
     * Puts a summary in the place of entries of this branch, from one to another; what followed them follows it as copies.
     * The originals stay in the tree beside. What is sent from now on is shorter, and so are the next turns' bills.
     *
     * @throws IllegalArgumentException when they are not on the branch in this order, or when it would part tool calls
     *     from their results
     * @throws IllegalStateException while a turn of any branch runs, and after close
     */
    void summarize(Entry from, Entry to, String summary);

    /**
     * Runs a special turn beside the conversation and waits for its result; a turn may run meanwhile. A result that is not
     * valid, or for which there is no place any more, changes nothing: the return has failed with INVALID_RESPONSE.
     *
     * @throws IllegalStateException on the host's UI thread, and after close
     */
    AiReturn aside(Aside aside);

    /**
     * The same without waiting; cancelling the future ends it.
     *
     * @throws IllegalStateException after close
     */
    CompletableFuture<AiReturn> asideAsync(Aside aside);

    /** The name of the branch it is on. */
    String branch();

    /** All branches of the conversation, as they are now. */
    ConversationTree tree();

    /** The conversation as a body: what would be sent next. Partial answers of failed and cancelled turns are not in it. */
    AiBody body();

    /** What was said on this branch, oldest first, partial answers included. */
    List<Entry> path();

    /**
     * The newest entry.
     *
     * @throws IllegalStateException when nothing was said yet
     */
    Entry head();

    /** The newest entry of that kind, e.g. the last question. */
    Optional<Entry> last(Interaction.Kind kind);

    /**
     * After a crash: the tool calls that had begun and had no outcome yet, so that they may or may not have had their
     * effect. Empty once they are answered, by {@link #runToStableResult} or by the next message.
     */
    List<Interaction.ToolCall> unknownOutcomes();

    /**
     * What was removed from the stored conversation when it was resumed, because it did not fit the entries before it;
     * usually empty. Two programs that wrote one conversation at the same time have left such records, before there
     * was one writer.
     */
    Optional<Recovery> recovery();

    /** The tokens of all turns of all branches. */
    Usage usage();

    /** What all turns of all branches have cost; empty when a price is unknown or currencies differ. */
    Optional<Cost> cost();

    /**
     * Cancels and ends it; idempotent. It does not wait. Others may resume the conversation when its last session is closed and
     * what that noted is written: when this returns, or soon after where it was called on the host's UI thread.
     */
    @Override
    void close();

    /**
     * Records of a stored conversation that could not be taken in. They are not part of the conversation any more.
     *
     * @param records in the order in which they stood; their form is that of {@code docs/durability.md}
     * @param keptAt where the store stores them, for display; empty when nowhere but here
     */
    record Recovery(List<Json> records, String keptAt) {
        /** Copies the list. */
        public Recovery {
            records = List.copyOf(records);
            Objects.requireNonNull(keptAt, "keptAt");
        }

        /** How many records and where they are kept, without their content. */
        @Override
        public String toString() {
            return "Recovery[" + records.size() + " records, kept at " + keptAt + "]";
        }
    }

    /** What it means for a turn that the subscriber of its events leaves. */
    enum Leaving {
        /** Nothing: others look, or what it draws is wanted all the same. */
        TURN_GOES_ON,
        /** That it is cancelled: nobody wants its answer. */
        CANCELS_TURN
    }
}
