package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** A conversation that is played to views, event by event, as a session publishes it. */
final class ConversationPlayer {
    private final List<ConversationObserver> views = new ArrayList<>();
    private ConversationTree tree = ConversationTree.empty();
    private CallIds ids = new CallIds("s1", "", 0, "");
    private int calls;
    private long sequence;

    void show(ConversationObserver view) {
        views.add(view);
    }

    List<ConversationEntry> path() {
        return tree.path("main");
    }

    void begins(String words) {
        ids = new CallIds("s1", "t" + sequence, 0, "");
        publish(number -> new SessionEvent.TurnStarted(number, ids, Interaction.user(words), "main"));
    }

    void asks(String words) {
        begins(words);
        appends(Interaction.user(words));
    }

    /** Asks in the place of an earlier question: the branch has moved back, and no event is published. */
    void asksInstead(ConversationEntry earlier, String words) {
        tree = tree.moveHead("main", parent(earlier));
        asks(words);
    }

    void goesOnBehind(ConversationEntry entry) {
        tree = tree.moveHead("main", entry);
        publish(number -> new SessionEvent.BranchMoved(number, ids, entry));
    }

    void sumsUp(ConversationEntry from, ConversationEntry to, String words) {
        tree = tree.summarize("main", from, to, words);
        publish(number -> new SessionEvent.BranchMoved(number, ids, tree.head("main")));
    }

    private ConversationEntry parent(ConversationEntry entry) {
        return entry.parent().flatMap(tree::find).orElseGet(tree::root);
    }

    void round(int round) {
        ids = new CallIds("s1", ids.turn(), round, "");
        publish(number -> new SessionEvent.RoundStarted(number, ids));
    }

    void says(String... pieces) {
        for (String piece : pieces) {
            publish(number -> new SessionEvent.Text(number, ids, piece));
        }
    }

    void thinks(String piece) {
        publish(number -> new SessionEvent.Reasoning(number, ids, piece));
    }

    void takesBack() {
        publish(number -> new SessionEvent.Reset(number, ids));
    }

    void interjects(String words) {
        publish(number -> new SessionEvent.Interjected(number, ids, words));
    }

    void queues(String turn, String words) {
        publish(number -> new SessionEvent.TurnQueued(number, later(turn), Interaction.user(words)));
    }

    void withdraws(String turn) {
        publish(number -> new SessionEvent.TurnWithdrawn(number, later(turn)));
    }

    private static CallIds later(String turn) {
        return new CallIds("s1", turn, 0, "");
    }

    /** Begins the turn that was queued under that id. */
    void beginsQueued(String turn, String words) {
        ids = later(turn);
        publish(number -> new SessionEvent.TurnStarted(number, ids, Interaction.user(words), "main"));
        appends(Interaction.user(words));
    }

    void tells(String extension, Json news) {
        publish(number -> new SessionEvent.Custom(number, ids, extension, news));
    }

    Interaction.ToolCall call(String name) {
        return new Interaction.ToolCall("c" + ++calls, name, Json.parse("{\"x\":1}"));
    }

    void calls(Interaction.ToolCall call) {
        publish(number -> new SessionEvent.ToolCalled(number, ids, call));
    }

    void progresses(Interaction.ToolCall call, double fraction, String note) {
        publish(number -> new SessionEvent.ToolProgressed(number, ids, call, fraction, note));
    }

    Interaction.ToolResult ends(Interaction.ToolCall call, ToolEnvelope envelope) {
        Interaction.ToolResult result = new Interaction.ToolResult(call.id(), envelope);
        publish(number -> new SessionEvent.ToolFinished(number, ids, result));
        return result;
    }

    static Interaction answer(String text) {
        return new Interaction.Assistant(List.of(Part.text(text)));
    }

    void appends(Interaction... said) {
        stores(Arrays.asList(said));
    }

    void stores(List<Interaction> said) {
        Optional<ConversationEntry.Id> behind = Optional.of(tree.head("main").id());
        ConversationEntry entry = new ConversationEntry(
                tree.nextId(),
                behind,
                said,
                ConversationEntry.Status.COMPLETE,
                Usage.of(3, 4),
                Instant.EPOCH,
                Duration.ZERO);
        tree = tree.append("main", entry);
        publish(number -> new SessionEvent.EntryAppended(number, ids, entry));
    }

    void ends() {
        publish(number -> new SessionEvent.TurnFinished(
                number, ids, AiReturn.builder().ids(ids).build()));
    }

    void fails() {
        AiError error = AiError.of(AiError.Category.NETWORK, "cut", "the line was cut");
        publish(number -> new SessionEvent.TurnFinished(
                number, ids, AiReturn.builder().ids(ids).error(error).build()));
    }

    /** Fails, and leaves no trace of the turn. */
    void failsWithoutTrace(ConversationEntry before) {
        tree = tree.moveHead("main", before);
        fails();
    }

    ConversationEntry head() {
        return tree.head("main");
    }

    private void publish(LongFunction<SessionEvent> event) {
        SessionEvent numbered = event.apply(++sequence);
        views.forEach(view -> view.onEvent(numbered));
    }
}
