package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Continues a drawing after each death, and compares it with what was printed, what was drawn, and with itself. */
final class DrawingCheck {
    private final Path folder;
    private final Counts counts;

    /** What each entry held that was printed, or found after a death. */
    private final Map<String, Integer> known = new HashMap<>();

    /** The entries at which branches ended at a death: a turn that had not stored an entry may have changed the state. */
    private final Set<String> atDeath = new HashSet<>();

    private int total;
    private int drawn;
    private int deaths;

    /** The sums over all conversations. */
    static final class Counts {
        private int deaths;
        private int entries;
        private int acknowledged;
        private int unknown;
        private int strokes;
        private int states;

        int acknowledged() {
            return acknowledged;
        }

        @Override
        public String toString() {
            return deaths + " in all, " + acknowledged + " entries acknowledged, " + entries + " more found, " + strokes
                    + " strokes, " + unknown + " of unknown outcome, state compared at " + states + " entries";
        }
    }

    DrawingCheck(Path folder, Counts counts) {
        this.folder = folder;
        this.counts = counts;
    }

    /** Checks everything after a death, and finishes the turns that were interrupted. */
    void verify(List<String> printed) throws IOException {
        deaths++;
        counts.deaths++;
        printed.forEach(this::acknowledge);
        try (DrawingProgram program = new DrawingProgram(folder, false)) {
            for (SessionStore.StoredSession stored : program.runtime().stored()) {
                assertThat(program.runtime().tree(stored.id()).leaves()).isNotEmpty();
            }
            ConversationSession main = program.session();
            assertThat(main.recovery()
                            .map(ConversationSession.Recovery::records)
                            .orElse(List.of()))
                    .isEmpty();
            requireKnown(main.tree());
            List<ConversationSession> branches = DrawingProgram.branches(main);
            for (ConversationSession branch : branches) {
                atDeath.add(branch.head().id().text());
                counts.unknown += branch.unknownOutcomes().size();
            }
            branches.forEach(DrawingProgram::finish);
            List<ConversationEntry> fresh = requireKnown(main.tree());
            branches.forEach(branch ->
                    assertThat(AiBody.unpaired(branch.body().interactions())).isEmpty());
            requireDrawnOnce(main.tree());
            requireState(program.state(), main, fresh);
        }
    }

    private void acknowledge(String line) {
        String[] words = line.split(" ", -1);
        total = Integer.parseInt(words[1]);
        for (int i = 2; i < words.length; i++) {
            int sign = words[i].indexOf('=');
            known.put(words[i].substring(0, sign), Integer.parseInt(words[i].substring(sign + 1)));
            counts.acknowledged++;
        }
    }

    /** Checks that all known entries are there unchanged, and returns the others, which are known from now on. */
    private List<ConversationEntry> requireKnown(ConversationTree tree) {
        Map<String, Integer> found = new HashMap<>();
        List<ConversationEntry> fresh = new ArrayList<>();
        for (ConversationEntry entry : DrawingProgram.entries(tree)) {
            found.put(entry.id().text(), DrawingSteps.digest(entry));
            if (!known.containsKey(entry.id().text())) {
                fresh.add(entry);
            }
        }
        assertThat(found).containsAllEntriesOf(known);
        known.putAll(found);
        counts.entries += fresh.size();
        return fresh;
    }

    /** Checks that each stroke was drawn once at most, that those that ended well were drawn, and that all are known. */
    private void requireDrawnOnce(ConversationTree tree) throws IOException {
        Path file = folder.resolve("sheet.txt");
        List<String> sheet = Files.exists(file) ? Files.readAllLines(file) : List.of();
        Set<String> called = new HashSet<>();
        Set<String> ended = new HashSet<>();
        for (ConversationEntry entry : DrawingProgram.entries(tree)) {
            for (Interaction item : entry.interactions()) {
                if (item instanceof Interaction.ToolCall call) {
                    called.add(call.id());
                } else if (item instanceof Interaction.ToolResult result
                        && result.envelope().isOk()) {
                    ended.add(result.callId());
                }
            }
        }
        assertThat(sheet).doesNotHaveDuplicates().containsAll(ended);
        assertThat(called).containsAll(sheet);
        counts.strokes += sheet.size() - drawn;
        drawn = sheet.size();
    }

    /** Checks the state at the ends of branches and at new entries; the branch is then where it was. */
    private void requireState(DrawingState state, ConversationSession main, List<ConversationEntry> fresh)
            throws IOException {
        int counted = state.state().get(DrawingState.TOTAL);
        assertThat(counted).isBetween(Math.max(total, drawn - deaths), drawn);
        total = counted;
        ConversationEntry head = main.head();
        List<ConversationEntry> places = new ArrayList<>(main.tree().heads().values());
        places.addAll(fresh);
        for (ConversationEntry place : places) {
            if (DrawingSteps.isComplete(place) && main.tree().find(place.id()).isPresent()) {
                main.continueFrom(place);
                DrawingState.Expected expected = DrawingState.Expected.of(main.path());
                assertThat(state.state().get(DrawingState.STROKES)).isBetween(expected.least(), expected.most());
                if (!atDeath.contains(place.id().text())) {
                    assertThat(state.state().get(DrawingState.ASKED)).isEqualTo(expected.asked());
                }
                counts.states++;
            }
        }
        main.continueFrom(head);
    }
}
