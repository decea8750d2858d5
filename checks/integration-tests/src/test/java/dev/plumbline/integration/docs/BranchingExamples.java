package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.store.FileSessionStore.RecordCounter;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import java.awt.Color;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The programs of docs/branching.md and docs/durability.md, compiled; a test sees to it that they are the same. */
final class BranchingExamples {

    private BranchingExamples() {}

    static String tidied(ConversationSession session) {
        ConversationEntry old = session.tree().leaves().get(0); // the oldest alternative
        session.nameBranch("first-idea", old);
        BranchComparison found = session.compare("first-idea", session.branch());
        String summary = found.one().entries().size() + " entries against "
                + found.other().entries().size() + ", and "
                + found.state().size() + " values differ";
        if (!found.one().entries().isEmpty()) {
            session.deleteSubtree(found.one().entries().get(0)); // "first-idea" ends at the common ancestor now
        }
        return summary;
    }

    /** Tools that know the other versions of the plan. */
    record PlanVersions(Supplier<Optional<String>> typed) {

        @Tool("Returns how many alternatives there are to the newest question.")
        int alternatives(ToolContext call) {
            ConversationTree tree = call.tree();
            List<ConversationEntry> questions = tree.path(call.branch()).stream()
                    .filter(entry -> entry.kind() == Interaction.Kind.USER)
                    .toList();
            return tree.siblings(questions.get(questions.size() - 1)).size() - 1;
        }

        @Tool("Waits until the plan is drawn.")
        String draw(ToolContext call) {
            typed.get().ifPresent(call::interject); // what the user wrote meanwhile; the next round answers it
            return "drawn";
        }
    }

    static void kitchen(AiRuntime ai) {
        ConversationSession session =
                ai.session(AiBody.builder().addSystem("You plan kitchens.").build());
        session.send("A kitchen of 4 by 3 metres.");

        ConversationEntry question = session.last(Interaction.Kind.USER).orElseThrow();
        session.edit(question, "A kitchen of 5 by 3 metres, please."); // the first question stays, a sibling

        ConversationSession oak = session.fork("oak");
        ConversationSession tile = session.fork("tile");
        CompletableFuture<AiReturn> a = oak.sendAsync("With an oak floor.");
        CompletableFuture<AiReturn> b = tile.sendAsync("With tiles.");
        ConversationSession better = a.join().text().length() < b.join().text().length() ? oak : tile;

        session.continueFrom(better.head()); // go on from there
        session.send("List what to order.");
    }

    static ConversationSession ofDrawing(AiRuntime ai, AiBody body, String drawing) {
        return ai.session("drawing-" + drawing, body, SessionOptions.none());
    }

    static void afterRestart(AiProvider provider, Path folder, Object... tools) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools) // the same as before: an open call needs its tool
                .journal(folder)
                .build()) {
            for (SessionStore.StoredSession stored : ai.stored()) {
                if (stored.interrupted()) {
                    goOn(ai.resume(stored.id()));
                }
            }
        }
    }

    static AiRuntime withTheWalls(AiProvider provider, Path folder, Supplier<List<String>> walls) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addContext("wallsNow", walls::get) // read for each turn
                .journal(folder)
                .build();
    }

    static void goOn(ConversationSession session) {
        for (String name : session.interruptedBranches()) {
            ConversationSession branch = name.equals(session.branch()) ? session : session.onBranch(name);
            branch.unknownOutcomes().forEach(call -> System.out.println(call.name() + " may or may not have happened"));
            branch.runToStableResult(modelOf(branch)); // finished tools are not run again
        }
    }

    /** Returns options with the model that wrote the newest answer of the branch. */
    static SessionOptions modelOf(ConversationSession branch) {
        return branch.path().stream()
                .flatMap(entry -> entry.model().stream())
                .reduce((older, newer) -> newer)
                .map(SessionOptions::ofModel)
                .orElse(SessionOptions.none());
    }

    static void askAgain(ConversationSession session, Predicate<String> send) {
        session.waitingMessages().forEach((turn, message) -> {
            if (send.test(message.text())) {
                session.sendWaiting(turn, SessionOptions.none()).join();
            } else {
                session.withdraw(turn);
            }
        });
    }

    static ConversationSession resumeOrRepair(AiRuntime ai, String id) {
        try {
            return ai.resume(id);
        } catch (AiException e) {
            if (!e.error().code().equals("journal-damaged")) {
                throw e;
            }
            // ask the user first, or look for a backup
            ai.repair(id)
                    .ifPresent(lost -> System.out.println(lost.bytes() + " bytes after record " + lost.position()
                            + " are lost, " + lost.behind() + " records after them are not; the original is "
                            + lost.location()));
            return ai.resume(id);
        }
    }

    static FileSessionStore counted(Path folder, Secret key, Path elsewhere) {
        return FileSessionStore.of(folder, key).withCounter(RecordCounter.inFolder(elsewhere));
    }

    static void keptState(ConversationSession session) {
        StateKey<Integer> strokes =
                StateKey.of("strokes", StateKey.Scope.BRANCH, 0).withPersistent();
        StateKey<Color> ink = StateKey.of("ink", StateKey.Scope.SESSION, Color.BLACK)
                .withPersistent(color -> Json.of(color.getRGB()), json -> new Color(json.asInt()));
        System.out.println(strokes + " and " + ink + " outlive the program that talks in " + session.id());
    }

    static ConversationSession movedTo(AiRuntime other, ConversationSession session) {
        Json path = session.body().toJson(); // what this branch would send, nothing of the others
        return other.session(AiBody.from(path));
    }

    static String titled(ConversationSession session, SessionOptions cheap) {
        AiReturn ret = session.runSideTurn(SideTurn.title().withOptions(cheap));
        return ret.isOk() ? ret.text() : "New conversation";
    }

    static boolean shortened(ConversationSession session) {
        return session.runSideTurn(SideTurn.summary()).isOk();
    }
}
