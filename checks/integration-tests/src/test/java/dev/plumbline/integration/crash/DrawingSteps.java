package dev.plumbline.integration.crash;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The steps of a drawing, at random; after each it prints the entries that are there, and the strokes of all branches. */
final class DrawingSteps {
    /** Ends each line that is complete. */
    static final String END = " .";

    private static final int ATTACHED = 10_000_000;
    private static final int MOST_BRANCHES = 4;
    private static final int SHORTEST_SUMMARY = 3;

    private final List<ConversationSession> sessions;
    private final DrawingState state;
    private final Random random;
    private final Set<String> printed = new HashSet<>();
    private int messages;

    DrawingSteps(ConversationSession main, DrawingState state, Random random) {
        this.sessions = new ArrayList<>(DrawingProgram.branches(main));
        this.state = state;
        this.random = random;
        this.messages = random.nextInt(1_000_000);
        DrawingProgram.entries(main.tree())
                .forEach(entry -> printed.add(entry.id().text()));
    }

    void next() {
        ConversationSession session = sessions.get(random.nextInt(sessions.size()));
        switch (random.nextInt(12)) {
            case 0 -> session.send(message(true));
            case 1 -> cancelled(session);
            case 2 -> edit(session);
            case 3 -> fork(session);
            case 4 -> goBack(session);
            case 5 -> summarize(session);
            case 6 -> attach(session);
            default -> session.send(message(false));
        }
        print(session.tree());
    }

    private String message(boolean fails) {
        return DrawingModel.message(++messages, random.nextInt(3), fails);
    }

    private void cancelled(ConversationSession session) {
        CompletableFuture<AiReturn> turn = session.sendAsync(message(false));
        session.cancel("the drawing says so");
        turn.join();
    }

    private void edit(ConversationSession session) {
        List<ConversationEntry> questions = session.path().stream()
                .filter(entry -> entry.kind() == Interaction.Kind.USER)
                .toList();
        if (!questions.isEmpty()) {
            session.edit(questions.get(random.nextInt(questions.size())), message(random.nextInt(4) == 0));
        }
    }

    private void fork(ConversationSession session) {
        if (sessions.size() < MOST_BRANCHES) {
            sessions.add(session.fork("b" + sessions.size()));
        }
    }

    private void goBack(ConversationSession session) {
        List<ConversationEntry> ends = DrawingProgram.entries(session.tree()).stream()
                .filter(entry -> entry.kind() == Interaction.Kind.ASSISTANT && isComplete(entry))
                .toList();
        if (!ends.isEmpty()) {
            session.continueFrom(ends.get(random.nextInt(ends.size())));
        }
    }

    /** Whether no tool result has to follow. */
    static boolean isComplete(ConversationEntry entry) {
        return entry.interactions().stream().noneMatch(Interaction.ToolCall.class::isInstance);
    }

    private void summarize(ConversationSession session) {
        List<ConversationEntry> path = session.path();
        int to = path.size() - 1;
        while (to > SHORTEST_SUMMARY && path.get(to).kind() != Interaction.Kind.USER) {
            to--;
        }
        if (to > 2 * SHORTEST_SUMMARY && path.get(to - 1).kind() != Interaction.Kind.SYSTEM) {
            List<ConversationEntry> replaced = path.subList(0, to);
            session.summarize(
                    path.get(1),
                    path.get(to - 1),
                    DrawingState.Expected.of(replaced).toSummary());
        }
    }

    /** Sends an attachment of 10 MB, once in a conversation. */
    private void attach(ConversationSession session) {
        boolean attached = DrawingProgram.entries(session.tree()).stream()
                .flatMap(entry -> entry.interactions().stream())
                .anyMatch(item ->
                        item instanceof Interaction.User user && user.parts().size() > 1);
        if (!attached) {
            byte[] bytes = new byte[ATTACHED];
            random.nextBytes(bytes);
            Part.File file = new Part.File("plan.bin", Blob.of(bytes, "application/octet-stream"));
            session.send(new Interaction.User(List.of(new Part.Text(message(false)), file)), SessionOptions.none());
        }
    }

    /** Prints the entries that were not printed before, and how many strokes the session has counted. */
    private void print(ConversationTree tree) {
        StringBuilder line = new StringBuilder("total ").append(state.state().get(DrawingState.TOTAL));
        for (ConversationEntry entry : DrawingProgram.entries(tree)) {
            if (printed.add(entry.id().text())) {
                line.append(' ').append(entry.id().text()).append('=').append(digest(entry));
            }
        }
        System.out.println(line.append(END));
    }

    /** A number for all that an entry holds. */
    static int digest(ConversationEntry entry) {
        return entry.interactions().stream()
                .map(item -> item instanceof Interaction.User user
                        ? user.parts().stream().map(DrawingSteps::text).toList()
                        : item.toJson().text())
                .toList()
                .hashCode();
    }

    private static String text(Part part) {
        return part instanceof Part.File file
                ? file.name() + file.blob().sha256()
                : String.valueOf(((Part.Text) part).text());
    }
}
