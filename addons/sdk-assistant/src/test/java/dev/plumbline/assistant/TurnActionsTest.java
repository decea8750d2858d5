package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.RowAction;
import dev.plumbline.views.RowAction.Offer;
import dev.plumbline.views.ViewRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is taken back of a conversation and its document, in a host with the undo of Swing. */
class TurnActionsTest {

    @Test
    @DisplayName("D2 C5 a turn is undone while nothing was done since, and is grey with its reason after that")
    void d2_undoThisTurn() {
        try (Drawing drawing = new Drawing()) {
            drawing.turn(2);
            drawing.turn(1);
            assertThat(drawing.lines).containsExactly("turn 0", "turn 0", "turn 1");
            assertThat(drawing.offer("undo-turn", 0).refusal()).startsWith("A later turn changed the document");
            assertThat(drawing.offer("undo-turn", 1)).isEqualTo(Offer.READY);
            drawing.run("undo-turn", 1);
            assertThat(drawing.lines).containsExactly("turn 0", "turn 0");
            assertThat(drawing.offer("undo-turn", 1)).isEqualTo(Offer.NONE);
            drawing.run("redo-turn", 1);
            assertThat(drawing.lines).hasSize(3);
            drawing.user();
            assertThat(drawing.offer("undo-turn", 1).refusal()).startsWith("You changed the document after");
            assertThat(drawing.offer("back-to-here", 1)).isEqualTo(Offer.NONE);
        }
    }

    @Test
    @DisplayName("D2 Back to here takes conversation and document back together, and forward again")
    void d2_backToHere() {
        try (Drawing drawing = new Drawing()) {
            drawing.turn(1);
            drawing.turn(2);
            drawing.turn(0);
            int all = drawing.session.path().size();
            drawing.run("back-to-here", 0);
            assertThat(drawing.lines).containsExactly("turn 0");
            assertThat(drawing.session.path()).hasSizeLessThan(all);
            assertThat(drawing.actions.canGoForward()).isTrue();
            Desk.ui(drawing.actions::forward);
            assertThat(drawing.lines).containsExactly("turn 0", "turn 1", "turn 1");
            assertThat(drawing.session.path()).hasSize(all);
            assertThat(drawing.actions.canGoForward()).isFalse();
        }
    }

    @Test
    @DisplayName("R33 the row of an error has the undo of its turn, as the last row that a person sees")
    void r33_errorRow_undoesItsTurn() {
        try (Drawing drawing = new Drawing(ScriptedProvider.create()
                .fails(AiError.Category.SERVER)
                .fails(AiError.Category.SERVER)
                .repeats())) {
            drawing.turn(1);
            drawing.turn(2);
            assertThat(drawing.offerAtError("undo-turn", 0).refusal()).startsWith("A later turn");
            assertThat(drawing.offerAtError("undo-turn", 1)).isEqualTo(Offer.READY);
            Desk.ui(() -> drawing.action("undo-turn").run().accept(drawing.error(1)));
            assertThat(drawing.lines).containsExactly("turn 0");
            assertThat(drawing.offerAtError("redo-turn", 1)).isEqualTo(Offer.READY);
        }
    }

    @Test
    @DisplayName("D2 D8 Back to here takes back what a turn has drawn whose question was edited, too")
    void d2_backToHere_afterAnEdit() {
        try (Drawing drawing = new Drawing()) {
            drawing.turn(1);
            drawing.turn(1);
            drawing.edit(1);
            assertThat(drawing.lines).containsExactly("turn 0", "turn 1", "turn 2");
            drawing.run("back-to-here", 0);
            assertThat(drawing.lines).containsExactly("turn 0");
            Desk.ui(drawing.actions::forward);
            assertThat(drawing.lines).containsExactly("turn 0", "turn 1", "turn 2");
        }
    }

    /**
     * Whatever was done before: the conversation is back at its place and the document as it was then, or neither of them
     * changes; and forward leads to where one was.
     */
    @Property(tries = 60)
    void d2_backAndForward_areTogetherOrNot(
            @ForAll @Size(min = 2, max = 6) List<@IntRange(min = -2, max = 2) Integer> steps) {
        try (Drawing drawing = new Drawing()) {
            List<List<String>> after = new ArrayList<>();
            drawing.turn(1);
            after.add(List.copyOf(drawing.lines));
            for (int step : steps) {
                if (step >= 0) {
                    drawing.turn(step);
                    after.add(List.copyOf(drawing.lines));
                } else if (step == -1) {
                    drawing.user();
                } else if (drawing.manager.canUndo()) {
                    Desk.ui(drawing.manager::undo);
                }
            }
            List<String> before = List.copyOf(drawing.lines);
            int all = drawing.session.path().size();
            if (drawing.offer("back-to-here", 0).isReady()) {
                drawing.run("back-to-here", 0);
                if (drawing.session.path().size() == all) {
                    assertThat(drawing.lines).isEqualTo(before);
                    assertThat(drawing.notices).isNotEmpty();
                } else {
                    assertThat(drawing.lines.stream().filter(line -> line.startsWith("turn")))
                            .allMatch(after.get(0)::contains);
                    Desk.ui(drawing.actions::forward);
                    assertThat(drawing.lines).isEqualTo(before);
                    assertThat(drawing.session.path()).hasSize(all);
                }
            }
        }
    }

    /** A document of lines with the undo of Swing, and a conversation whose turns draw some. */
    private static final class Drawing implements AutoCloseable {
        final List<String> lines = new ArrayList<>();
        final UndoManager manager = new UndoManager();
        final List<String> notices = new ArrayList<>();
        final TurnActions actions;
        final ConversationSession session;
        private final UndoableEditSupport support = new UndoableEditSupport();
        private final AiRuntime ai;
        private final ConversationRows rows;
        private final TurnEdits edits;
        private final BlockingQueue<String> finished = new LinkedBlockingQueue<>();
        private int turns;

        Drawing() {
            this(ScriptedProvider.create().says("Drawn.").repeats());
        }

        Drawing(ScriptedProvider model) {
            support.addUndoableEditListener(manager);
            edits = Desk.onUi(() -> TurnEdits.of(support, "AI edit", manager::undo, manager::redo));
            actions =
                    Desk.onUi(() -> new TurnActions(edits, AssistantWords.of(Locale.ENGLISH), notices::add, () -> {}));
            ai = AiRuntime.builder()
                    .addProvider(model)
                    .retry(RetryOptions.ofDefaults().withAttempts(1))
                    .host(HostApplication.swing())
                    .build();
            session = ai.session(AiBody.builder().build());
            rows = ConversationRows.of(session::path, session::unknownOutcomes, session::interjected, change -> {});
            Object unused = Desk.onUi(() -> {
                actions.begin(session);
                session.observe(rows);
                session.observe(actions);
                session.observe(new ConversationObserver() {
                    @Override
                    public void onEvent(SessionEvent event) {
                        if (event instanceof SessionEvent.TurnFinished) {
                            finished.add(event.ids().turn());
                        }
                    }
                });
                return "";
            });
        }

        /** Runs a turn in which so many lines are drawn. */
        void turn(int count) {
            session.sendAsync("draw").join();
            draw(count);
        }

        /** Sends the last question in another version, and a line is drawn. */
        void edit(int count) {
            ConversationEntry question = session.last(Interaction.Kind.USER).orElseThrow();
            session.editAsync(question, "draw otherwise").join();
            draw(count);
        }

        private void draw(int count) {
            String turn = next();
            String line = "turn " + turns++;
            Desk.ui(() -> {
                for (int i = 0; i < count; i++) {
                    drawn(turn, line);
                }
            });
        }

        /** Returns the turn that has ended, when its views know. */
        private String next() {
            try {
                return Objects.requireNonNull(finished.poll(60, TimeUnit.SECONDS), "the turn has not ended");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        void user() {
            Desk.ui(() -> {
                lines.add("user");
                support.postEdit(new AbstractUndoableEdit() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void undo() {
                        super.undo();
                        lines.remove(lines.size() - 1);
                    }

                    @Override
                    public void redo() {
                        super.redo();
                        lines.add("user");
                    }
                });
            });
        }

        private void drawn(String turn, String line) {
            lines.add(line);
            edits.add(turn, () -> lines.remove(lines.size() - 1), () -> lines.add(line));
        }

        Offer offer(String action, int turn) {
            return Desk.onUi(() -> action(action).offer().apply(answer(turn)));
        }

        void run(String action, int turn) {
            Desk.ui(() -> action(action).run().accept(answer(turn)));
        }

        RowAction action(String name) {
            return actions.actions().stream()
                    .filter(action -> action.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        private ViewRow answer(int turn) {
            return row(ViewRow.Answer.class, turn);
        }

        Offer offerAtError(String action, int turn) {
            return Desk.onUi(() -> action(action).offer().apply(error(turn)));
        }

        ViewRow error(int turn) {
            return row(ViewRow.ErrorNotice.class, turn);
        }

        private ViewRow row(Class<? extends ViewRow> kind, int turn) {
            return rows.rows().stream().filter(kind::isInstance).toList().get(turn);
        }

        @Override
        public void close() {
            ai.close();
        }
    }
}
