package dev.plumbline.integration.crash;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.store.FileSessionStore.RecordCounter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A program that draws with everything switched on: an encrypted journal with a counter,
 * forks, edits, summaries, failed and cancelled
 * turns, state of both scopes, an attachment of 10 MB, a full encrypted cache, and other conversations that it writes
 * and deletes. It prints what has returned. Run as a child process and killed.
 */
final class DrawingProgram implements AutoCloseable {
    private static final String DRAWING = "drawing";
    private static final String OTHERS = "others";
    private static final int MOST_OTHERS = 3;
    private static final long SMALLEST_CACHE = 1 << 20;

    private final FileSessionStore store;
    private final DrawingState state = new DrawingState();
    private final AiRuntime ai;

    DrawingProgram(Path folder, boolean fails) {
        Secret key = Secret.of("k".repeat(32).toCharArray());
        store = FileSessionStore.of(folder.resolve("journal"), key)
                .withCounter(RecordCounter.inFolder(folder.resolve("counter")));
        ai = AiRuntime.builder()
                .addProvider(new DrawingModel(fails))
                .addTools(new DrawingState.Pen(folder.resolve("sheet.txt")))
                .addHook("state", state)
                .cache(DiskResponseStore.of(folder.resolve("cache"))
                        .withEncryption(key)
                        .withMaxBytes(SMALLEST_CACHE))
                .journal(store, FailureMode.FAIL)
                .build();
    }

    AiRuntime runtime() {
        return ai;
    }

    DrawingState state() {
        return state;
    }

    private static AiBody body() {
        return AiBody.builder().addSystem("You draw.").toolFilter("*").build();
    }

    /** Continues the drawing, or begins it. */
    ConversationSession session() {
        return stored(DRAWING)
                .findFirst()
                .map(id -> ai.resume(id, SessionOptions.none()))
                .orElseGet(() -> begun(DRAWING));
    }

    private ConversationSession begun(String namespace) {
        return ai.session(
                AiBody.builder().addSystem("You draw.").toolFilter("*").build(),
                SessionOptions.builder().namespace(namespace).build());
    }

    /** The ids of the conversations of a namespace, newest first. */
    private Stream<String> stored(String namespace) {
        return ai.stored().stream()
                .filter(stored -> stored.namespace().equals(namespace))
                .map(SessionStore.StoredSession::id);
    }

    /** Opens a session on each branch. */
    static List<ConversationSession> branches(ConversationSession main) {
        return main.tree().heads().keySet().stream()
                .map(name -> name.equals(ConversationTree.MAIN) ? main : main.onBranch(name))
                .toList();
    }

    /** Ends the turn that was running on a branch when the program ended, if there was one. */
    static void finish(ConversationSession session) {
        List<Interaction> items = session.head().interactions();
        Interaction.Kind last = items.get(items.size() - 1).kind();
        if (Set.of(Interaction.Kind.USER, Interaction.Kind.TOOL_CALL, Interaction.Kind.TOOL_RESULT)
                .contains(last)) {
            session.runToStableResult();
        }
    }

    /** Writes another conversation, and deletes all others except the newest. */
    private void writeAnother() {
        try (ConversationSession other = begun(OTHERS)) {
            other.send(DrawingModel.message(0, 0, false));
        }
        stored(OTHERS).skip(MOST_OTHERS).forEach(store::delete);
    }

    /** Returns the entries of all branches, each once. */
    static Set<ConversationEntry> entries(ConversationTree tree) {
        Set<ConversationEntry> entries = new LinkedHashSet<>();
        tree.leaves().forEach(leaf -> entries.addAll(tree.path(leaf)));
        tree.heads().values().forEach(head -> entries.addAll(tree.path(head)));
        return entries;
    }

    /** Arguments: the folder, where its random numbers begin, and the number of steps. */
    public static void main(String[] arguments) {
        try (DrawingProgram program = new DrawingProgram(Path.of(arguments[0]), true)) {
            ConversationSession main = program.session();
            DrawingSteps steps = new DrawingSteps(main, program.state(), new Random(Long.parseLong(arguments[1])));
            program.writeAnother();
            for (int left = Integer.parseInt(arguments[2]); left > 0; left--) {
                steps.next();
            }
        }
    }

    @Override
    public void close() {
        ai.close();
    }
}
