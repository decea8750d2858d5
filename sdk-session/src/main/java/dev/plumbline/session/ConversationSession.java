package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One conversation on one branch, until it is closed. It runs one turn at a time: a second turn is refused, or queued
 * if {@code SessionOptions.busyAction} is QUEUE; all other methods may be called from any thread at any time. A failure
 * outside the program is returned as a failed return; wrong use is an exception. Once closed, all methods except {@code
 * close}, {@code cancel} and the accessors throw {@code IllegalStateException}.
 *
 * <p>After every turn the conversation can be sent unchanged: each tool call has exactly one result. A failed or
 * cancelled turn keeps the content that had arrived, marked as partial. A turn that failed without content leaves no
 * entries; the question of a cancelled one stays. {@code docs/lifecycle.md} has a table of all ends.
 */
public interface ConversationSession extends AutoCloseable {

    /** Returns the id of the conversation; forks have the same id. */
    String id();

    /**
     * Sends a user message and waits for the final answer; {@link #cancel} releases the caller at once. Interrupting
     * the calling thread cancels the turn and keeps the interrupt flag.
     *
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    AiReturn send(String text);

    /** Sends a user message with options for this turn; as {@link #send(Interaction.User, SessionOptions)}. */
    default AiReturn send(String text, SessionOptions options) {
        return send(Interaction.user(text), options);
    }

    /**
     * Sends a user message with attachments and options for this turn; as {@link #send(String)}.
     *
     * @throws IllegalArgumentException if the options set a namespace, which belongs to a session
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    AiReturn send(Interaction.User input, SessionOptions options);

    /**
     * Sends a user message of parts, for example a text and an image; as {@link #send(String)}.
     *
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    default AiReturn send(Part first, Part... more) {
        return send(message(first, more), SessionOptions.none());
    }

    private static Interaction.User message(Part first, Part... more) {
        return new Interaction.User(
                Stream.concat(Stream.of(first), Stream.of(more)).toList());
    }

    /**
     * Sends a user message and returns the answer as an object of that type.
     *
     * @throws dev.plumbline.event.AiException if the turn failed; INVALID_RESPONSE if the answer does not match the
     *     type
     * @throws IllegalArgumentException if a schema cannot describe a component of the type; names the component
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    <T> T send(String text, Class<T> type);

    /**
     * Sends a user message and returns the answer as an object of a generic type.
     *
     * @throws dev.plumbline.event.AiException if the turn failed; INVALID_RESPONSE if the answer does not match the
     *     type
     * @throws IllegalArgumentException if a schema cannot describe a component of the type; names the component
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    <T> T send(String text, TypeRef<T> type);

    /**
     * Sends a user message and returns at once, on any thread. The future completes with a return, also for failures,
     * on the thread that ended the turn, or on a thread of the runtime if the session was closed or a token was cancelled;
     * cancelling it cancels the turn. Waiting for it on the host's UI thread is refused.
     *
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> sendAsync(String text);

    /** Sends a user message with options for this turn; as {@link #sendAsync(Interaction.User, SessionOptions)}. */
    default CompletableFuture<AiReturn> sendAsync(String text, SessionOptions options) {
        return sendAsync(Interaction.user(text), options);
    }

    /**
     * Sends a user message with attachments and options for this turn; as {@link #sendAsync(String)}.
     *
     * @throws IllegalArgumentException if the options set a namespace, which belongs to a session
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> sendAsync(Interaction.User input, SessionOptions options);

    /**
     * Sends a user message of parts and returns at once; as {@link #sendAsync(String)}.
     *
     * @throws IllegalStateException while a turn runs, and after close
     */
    default CompletableFuture<AiReturn> sendAsync(Part first, Part... more) {
        return sendAsync(message(first, more), SessionOptions.none());
    }

    /**
     * Continues an unanswered conversation: a body that ends with a user message, or an interrupted turn. Open tool
     * calls that have finished keep their outcome. Calls that had not started run now, as do started calls of
     * idempotent and read-only tools; any other started call gets OUTCOME_UNKNOWN. If the answer of the interrupted turn
     * is stored already, it is returned and no model is called.
     *
     * @throws IllegalStateException if there is nothing to answer, on the host's UI thread, while a turn runs, and
     *     after close
     */
    default AiReturn runToStableResult() {
        return runToStableResult(SessionOptions.none());
    }

    /** Continues an unanswered conversation with options for this turn; as {@link #runToStableResult()}. */
    AiReturn runToStableResult(SessionOptions options);

    /**
     * Continues an unanswered conversation without waiting; as {@link #runToStableResult}.
     *
     * @throws IllegalStateException if there is nothing to answer, while a turn runs, and after close
     */
    default CompletableFuture<AiReturn> runAsync() {
        return runAsync(SessionOptions.none());
    }

    /** Continues an unanswered conversation with options for this turn, without waiting; as {@link #runAsync()}. */
    CompletableFuture<AiReturn> runAsync(SessionOptions options);

    /**
     * Returns a publisher of all events after the subscription, with back-pressure, on SDK threads. For a slow
     * subscriber, pieces of text are joined into one event with the number of the last piece, and newer progress replaces
     * older progress; no other event is left out. Completes at close.
     */
    Flow.Publisher<SessionEvent> stream();

    /**
     * Returns a publisher of the events of the running turn, or of the next turn if none runs, after the subscription;
     * as {@link #stream}. Completes after the end of that turn.
     *
     * @param leaving the effect on the turn if a subscriber cancels early
     */
    Flow.Publisher<SessionEvent> streamTurn(UnsubscribeAction leaving);

    /**
     * Adds a view until the subscription or session is closed. It is called on the host's UI thread if there is a host.
     */
    Subscription observe(ConversationObserver observer);

    /**
     * Adds a user message to the running turn: it is stored after the results of the running round, and the next round
     * answers it. It stops nothing. If the turn ends first, the message stays unanswered, and {@link
     * #runToStableResult} answers it.
     *
     * @return false if no turn runs or the running turn has already finished
     */
    boolean interject(String text);

    /**
     * Returns the messages of this branch that were interjected and that the model has not been sent yet, oldest first: also
     * those of a turn that the end of the program has interrupted. {@link #runToStableResult} or the next message sends them.
     */
    List<Interaction.User> interjected();

    /**
     * Passes the result of a tool call that the host runs, if {@code SessionOptions.returnToolCalls} is set. The turn
     * waits for the results of all calls of its round.
     *
     * @param callId the id that views received
     * @return false if no such call is open in this session: it is answered, its turn is over, or the id is unknown
     */
    boolean submitToolResult(String callId, ToolEnvelope outcome);

    /**
     * Ends the running turn now: when this method returns, the turn is closed and the next one can begin or has begun.
     * Queued turns are cancelled by their futures. Never blocks, not even for code that ignores cancellation.
     *
     * @param reason for developers, without content
     * @return false if no turn runs
     */
    boolean cancel(String reason);

    /** Returns whether a turn is running. */
    boolean isRunning();

    /**
     * Sends a changed version of an earlier user message: the new text becomes a sibling of that entry, and this branch
     * continues there. The old entries stay in the tree. If the turn fails without content, the branch is as before.
     * Blocks like {@link #send(String)}.
     *
     * @param question an entry of a user message, of any branch of this conversation
     * @throws IllegalArgumentException if it is any other entry
     * @throws IllegalStateException on the host's UI thread, while a turn runs, and after close
     */
    AiReturn edit(ConversationEntry question, String text);

    /**
     * Sends a changed version of an earlier user message without waiting; as {@link #edit}. Attachments of the earlier
     * message are not sent again.
     */
    default CompletableFuture<AiReturn> editAsync(ConversationEntry question, String text) {
        return editAsync(question, Interaction.user(text));
    }

    /**
     * Sends a changed version of an earlier user message, with attachments, without waiting; as {@link #edit}.
     *
     * @throws IllegalArgumentException if the entry is not a user message of this conversation
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> editAsync(ConversationEntry question, Interaction.User said);

    /**
     * Continues this branch after any entry of the conversation: an earlier entry, or the head of a fork. Deletes
     * nothing. State of scope BRANCH gets the values that it had at that entry. Stored when the method returns; on the
     * host's UI thread soon after, see {@link #written}.
     *
     * @throws IllegalArgumentException if the entry belongs to another conversation, or its tool results are in a later
     *     entry
     * @throws IllegalStateException while a turn runs, and after close
     */
    void continueFrom(ConversationEntry entry);

    /**
     * Opens a session on a new branch of this conversation, after the newest entry of this branch. Cheap; runs in
     * parallel; must be closed like any session. Forks share tools, and therefore the document that the tools change.
     * Stored when the method returns; on the host's UI thread soon after, see {@link #written}.
     *
     * <p>While a turn runs, the new branch begins after the newest entry that is stored, but never between tool calls and
     * their results: in general after the question that the turn answers. {@link #runToStableResult} of the new session
     * answers that question on its own branch; another message takes its place there.
     *
     * @param branch a name that is unique in the conversation
     * @throws IllegalArgumentException if the name is taken
     * @throws dev.plumbline.event.AiException if a hook refuses it
     * @throws IllegalStateException after close
     */
    default ConversationSession fork(String branch) {
        return fork(branch, SessionOptions.none());
    }

    /**
     * Opens a session on a new branch with other options: values set here replace those of this session; of two limits
     * the tighter one applies.
     */
    ConversationSession fork(String branch, SessionOptions options);

    /**
     * Opens a session at the end of an existing branch: a fork that was closed, or a branch from before a crash, whose
     * interrupted turn {@link #runToStableResult} continues.
     *
     * @throws IllegalArgumentException if there is no such branch
     * @throws IllegalStateException if the branch has an open session, and after close
     */
    default ConversationSession onBranch(String branch) {
        return onBranch(branch, SessionOptions.none());
    }

    /**
     * Opens a session at the end of an existing branch with other options, for example the model that {@link
     * ConversationEntry#model} names: values set here replace those of this session.
     */
    ConversationSession onBranch(String branch, SessionOptions options);

    /**
     * Returns the values of this branch (scope BRANCH) and of the conversation (scope SESSION), to read and to change them
     * outside of tools, hooks and policies. Keys of the other scopes have no values here. A change is stored with the next
     * record of the conversation. Thread-safe.
     */
    State state();

    /**
     * Gives a path a name without opening a session on it, for example the one that {@link #edit} has left; {@link
     * #onBranch} opens it. State of scope BRANCH is that of this branch if the entry is its newest, else that of the
     * entry, as after {@link #fork}. Allowed while turns run; stored when the method returns, on the host's UI thread soon
     * after.
     *
     * @param branch a name that is unique in the conversation; a hook may change it
     * @param entry the last entry of the branch, of any path
     * @return the name
     * @throws IllegalArgumentException if the name is taken or blank, the entry belongs to another conversation, or its
     *     tool results are in a later entry
     * @throws dev.plumbline.event.AiException if a hook refuses it
     * @throws IllegalStateException after close
     */
    String nameBranch(String branch, ConversationEntry entry);

    /**
     * Deletes an entry and all after it, on all their paths. Branches without a session that end there continue after
     * the entry before it. Not allowed on the path of a branch with an open session: continue from another entry first.
     * The deletion survives a restart. The journal keeps the records of the deleted entries until the conversation is
     * deleted, and usage counts them. Stored when the method returns; on the host's UI thread soon after.
     *
     * @throws IllegalArgumentException if the entry belongs to another conversation, or holds the results of tool calls
     *     that would be left without them: delete the entry with the calls
     * @throws IllegalStateException while a turn of any branch runs, if a branch with an open session passes the entry,
     *     and after close
     */
    void deleteSubtree(ConversationEntry entry);

    /**
     * Withdraws a fact: the values that a context source of that key has supplied until now are not sent again, on any
     * branch. Later values are sent, so remove the source, or change what it returns, before. A fact that only changes needs
     * no withdrawal: its newer value is sent behind the older one. The conversation starts over with the next call, without
     * the signed parts of answers to what is withdrawn. The withdrawal survives a restart; the journal keeps the records
     * with the values until the conversation is deleted. Stored when the method returns; on the host's UI thread soon
     * after.
     *
     * @param key the key of the context source
     * @throws IllegalStateException while a turn of any branch runs, and after close
     */
    void withdrawFact(String key);

    /**
     * Compares two branches: their common ancestor, the entries on either side, and the values of scope BRANCH that
     * differ.
     *
     * @throws IllegalArgumentException if there is no branch of one of the names
     */
    BranchComparison compare(String one, String other);

    /**
     * Replaces a range of entries of this branch by a summary; later entries follow it as copies. The originals stay in
     * the tree. Later requests become shorter and cheaper.
     *
     * @throws IllegalArgumentException if the entries are not on the branch in this order, or if the range would
     *     separate tool calls from their results
     * @throws IllegalStateException while a turn of any branch runs, and after close
     */
    void summarize(ConversationEntry from, ConversationEntry to, String summary);

    /**
     * Runs a turn outside the conversation and waits for its result; the conversation's turn may run at the same time.
     * An invalid result, or one whose position no longer exists, changes nothing: the return has then failed with
     * INVALID_RESPONSE.
     *
     * @throws IllegalStateException on the host's UI thread, and after close
     */
    AiReturn runSideTurn(SideTurn aside);

    /**
     * Runs a turn outside the conversation without waiting; as {@link #runSideTurn}. Cancelling the future ends it.
     *
     * @throws IllegalStateException after close
     */
    CompletableFuture<AiReturn> runSideTurnAsync(SideTurn aside);

    /** Returns the name of the session's branch. */
    String branch();

    /** Returns a snapshot of all branches of the conversation. */
    ConversationTree tree();

    /**
     * Returns the conversation as the body of the next request, without partial answers of failed and cancelled turns.
     */
    AiBody body();

    /** Returns the entries of this branch, oldest first, including partial answers. */
    List<ConversationEntry> path();

    /**
     * Returns the newest entry.
     *
     * @throws IllegalStateException if there is no entry yet
     */
    ConversationEntry head();

    /** Returns the newest entry of that kind, for example the last user message. */
    Optional<ConversationEntry> last(Interaction.Kind kind);

    /**
     * Returns the tool calls that had started before a crash and have no outcome, so that their effect is unknown.
     * Empty once they are answered by {@link #runToStableResult} or by the next message.
     */
    List<Interaction.ToolCall> unknownOutcomes();

    /**
     * Returns the branches whose turn was running when the program ended. A session of the branch continues the turn with
     * {@link #runToStableResult}; sending a message or {@link #continueFrom} ends it.
     */
    List<String> interruptedBranches();

    /**
     * Returns the messages of this branch that waited for their turn when an earlier session or the program ended, oldest
     * first, by the ids of their turns; unmodifiable. They wait for the user's decision: {@link #sendWaiting} or {@link
     * #withdraw}. Messages that this program has sent and that wait for their turn are not among them: they have futures.
     */
    Map<String, Interaction.User> waitingMessages();

    /**
     * Sends a message that has waited since an earlier session; as {@link #sendAsync(Interaction.User, SessionOptions)}.
     *
     * @param turn its id in {@link #waitingMessages}
     * @throws IllegalArgumentException if it does not wait
     * @throws IllegalStateException while a turn runs, and after close
     */
    CompletableFuture<AiReturn> sendWaiting(String turn, SessionOptions options);

    /**
     * Withdraws a message that has waited since an earlier session; it is not stored any more.
     *
     * @param turn its id in {@link #waitingMessages}
     * @return false if it does not wait
     * @throws IllegalStateException after close
     */
    boolean withdraw(String turn);

    /**
     * Returns the records that were removed from the stored conversation when it was resumed: a torn end after a crash,
     * or records that do not fit the preceding ones, for example after a repair. Usually empty.
     */
    Optional<Recovery> recovery();

    /**
     * Returns a future that completes when all changes of this conversation so far are in the journal: with true, or
     * with false if the store fails or there is no journal. Do not wait for it on the host's UI thread. A failed write
     * is repeated every second.
     */
    CompletableFuture<Boolean> written();

    /**
     * Returns the token usage of all turns and side turns of all branches; that of a turn is added when it ends. The turn
     * of a program that was killed is not counted.
     */
    Usage usage();

    /** Returns the cost of what {@link #usage} counts; empty if a part of it is unknown or currencies differ. */
    Optional<Cost> cost();

    /**
     * Cancels the running turn and closes the session; idempotent; does not wait. Messages that wait for their turn stay
     * stored, see {@link #waitingMessages}. The conversation can be resumed elsewhere when its last session is closed and
     * its records are written: when this method returns, or soon after on the host's UI thread. If the store fails, the
     * runtime tries again until it is closed, and keeps the conversation locked until then.
     */
    @Override
    void close();

    /**
     * The part of a stored conversation that could not be restored. It no longer belongs to the conversation.
     *
     * @param records in their original order, in the format of {@code docs/durability.md}
     * @param bytes the length of a torn end that is not a record
     * @param location where the store keeps them, for display; empty if they are kept only here
     */
    record Recovery(List<Json> records, long bytes, String location) {
        /** Copies the list. */
        public Recovery {
            records = List.copyOf(records);
            Objects.requireNonNull(location, "location");
        }

        /** Returns the number of records and bytes and their location, without content. */
        @Override
        public String toString() {
            return "Recovery[" + records.size() + " records, " + bytes + " bytes, kept at " + location + "]";
        }
    }

    /** The effect on a turn when the subscriber of its events cancels. */
    enum UnsubscribeAction {
        /** The turn continues: it has other views, or its changes are still needed. */
        TURN_GOES_ON,
        /** The turn is cancelled: its answer is not needed. */
        CANCELS_TURN
    }

    /**
     * A turn outside the conversation: a greeting, a title, a summary. It runs without hooks, views and tools, with its own
     * options; only its result is stored, if it is valid. Immutable.
     *
     * @param name the name in errors and telemetry
     * @param request the text that is sent to the model
     * @param options replace options of the session, for example to use a cheaper model
     * @param includesHistory whether the conversation so far is sent with the request
     * @param placement the position at which the result is stored
     * @param validator decides whether a result is stored
     */
    record SideTurn(
            String name,
            Interaction.User request,
            SessionOptions options,
            boolean includesHistory,
            Placement placement,
            Predicate<AiReturn> validator) {
        private static final int LONGEST_TITLE = 80;

        public SideTurn {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(request, "request");
            Objects.requireNonNull(options, "options");
            Objects.requireNonNull(placement, "placement");
            Objects.requireNonNull(validator, "validator");
        }

        /**
         * Returns a side turn that includes the history and whose result is not stored; every answer that is not blank is
         * valid.
         */
        public static SideTurn of(String name, String request) {
            SessionOptions once = SessionOptions.builder()
                    .budget(Budget.ofDefaults().withRounds(1))
                    .build();
            return new SideTurn(
                    name,
                    Interaction.user(request),
                    once,
                    true,
                    Placement.NONE,
                    ret -> !ret.text().isBlank());
        }

        /** Returns a side turn whose result becomes the first message of the conversation, spoken by the model. */
        public static SideTurn greeting(String request) {
            return of("greeting", request).withPlacement(Placement.ANSWER);
        }

        /** Returns a side turn that generates a title: one line of at most 80 characters. */
        public static SideTurn title() {
            return of("title", "Give this conversation a title of at most six words. Answer with the title alone.")
                    .withValidator(ret -> isTitle(ret.text().strip()));
        }

        private static boolean isTitle(String text) {
            return !text.isEmpty()
                    && text.length() <= LONGEST_TITLE
                    && text.lines().count() == 1;
        }

        /** Returns a side turn whose summary replaces all turns except the newest. */
        public static SideTurn summary() {
            String request =
                    "Sum up the conversation so far in at most 200 words, for your own later use. Keep names, ids,"
                            + " numbers, decisions, what tools did and what is still open. Answer with the summary alone.";
            return of("summary", request).withPlacement(Placement.SUMMARY);
        }

        /** Returns a copy in which these options replace the current ones where they are set. */
        public SideTurn withOptions(SessionOptions more) {
            return new SideTurn(name, request, more.mergedOver(options), includesHistory, placement, validator);
        }

        /** Returns a copy with or without the history. */
        public SideTurn withHistory(boolean all) {
            return new SideTurn(name, request, options, all, placement, validator);
        }

        /** Returns a copy with another placement of the result. */
        public SideTurn withPlacement(Placement other) {
            return new SideTurn(name, request, options, includesHistory, other, validator);
        }

        /** Returns a copy with an additional condition; it is called for results that did not fail. */
        public SideTurn withValidator(Predicate<AiReturn> condition) {
            return new SideTurn(name, request, options, includesHistory, placement, validator.and(condition));
        }

        /** The position at which the result of a side turn is stored. */
        public enum Placement {
            /** The result is returned and not stored. */
            NONE,
            /** After the newest entry, as a message of the model. */
            ANSWER,
            /** Instead of all turns except the newest. */
            SUMMARY
        }
    }
}
