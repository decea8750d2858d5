package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.views.ConversationRows.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConversationRowsTest {
    private final ConversationPlayer played = new ConversationPlayer();
    private final FakeFrontEnd screen = new FakeFrontEnd();
    private final ConversationRows rows = ConversationRows.of(played::path, List::of, List::of, screen);

    @BeforeEach
    void show() {
        played.show(rows);
    }

    private List<String> shown() {
        assertThat(screen.rows()).isEqualTo(rows.rows());
        return screen.rows().stream()
                .map(row ->
                        row instanceof ViewRow.ToolCallRow tool ? tool.call().name() + " " + tool.status() : row.text())
                .toList();
    }

    private List<ViewRow.ToolCallRow.Status> statuses() {
        return statuses(screen);
    }

    private static List<ViewRow.ToolCallRow.Status> statuses(FakeFrontEnd screen) {
        return screen.changes.stream()
                .map(change -> change instanceof RowChange.Added added
                        ? added.row()
                        : change instanceof RowChange.Changed changed ? changed.row() : null)
                .filter(ViewRow.ToolCallRow.class::isInstance)
                .map(row -> ((ViewRow.ToolCallRow) row).status())
                .distinct()
                .toList();
    }

    private void answersWith(String text) {
        played.round(1);
        played.says(text);
        played.appends(ConversationPlayer.answer(text));
        played.ends();
    }

    @Test
    @Tag("B2")
    void answer_growsAndKeepsItsKeyWhenItIsStored() {
        played.asks("How long?");
        played.round(1);
        played.thinks("Hm.");
        played.says("Five ", "metres.");
        String key = rows.rows().get(1).key();
        assertThat(shown()).containsExactly("How long?", "Five metres.");

        played.appends(new Interaction.Assistant(List.of(new Part.Reasoning("Hm."), Part.text("Five metres."))));
        played.ends();

        assertThat(shown()).containsExactly("How long?", "Five metres.");
        assertThat(rows.rows().get(1))
                .isEqualTo(new ViewRow.Answer(key, Optional.of(played.head()), "Hm.", "Five metres.", List.of()));
        assertThat(screen.changes)
                .filteredOn(RowChange.Appended.class::isInstance)
                .hasSize(3);
    }

    @Test
    void answer_takenBack_isGone() {
        played.asks("How long?");
        played.round(1);
        played.says("Fi");
        played.takesBack();
        assertThat(shown()).containsExactly("How long?");
        played.says("Six.");
        played.appends(ConversationPlayer.answer("Six."));
        assertThat(shown()).containsExactly("How long?", "Six.");
    }

    @Test
    @Tag("B4")
    @Tag("B25")
    @DisplayName("B25 a tool call is pending, executing, completed")
    void tool_thatSucceeds_isPendingExecutingCompleted() {
        Interaction.ToolCall draw = played.call("draw");
        played.asks("Draw.");
        played.round(1);
        played.appends(draw);
        assertThat(shown()).containsExactly("Draw.", "draw PENDING");
        played.calls(draw);
        played.progresses(draw, 0.5, "half");
        assertThat(rows.rows().get(1))
                .isInstanceOfSatisfying(
                        ViewRow.ToolCallRow.class,
                        tool -> assertThat(tool.note() + tool.fraction()).isEqualTo("half0.5"));
        Interaction.ToolResult result = played.ends(draw, ToolEnvelope.ok("done"));
        played.appends(result);

        assertThat(shown()).containsExactly("Draw.", "draw COMPLETED");
        assertThat(statuses())
                .containsExactly(
                        ViewRow.ToolCallRow.Status.PENDING,
                        ViewRow.ToolCallRow.Status.EXECUTING,
                        ViewRow.ToolCallRow.Status.COMPLETED);
    }

    @Test
    @DisplayName("B25 a view that is told late shows the same states in the same order")
    void tool_whoseResultIsStoredBeforeTheViewIsTold_goesNotBack() {
        List<SessionEvent> events = new ArrayList<>();
        ConversationPlayer ahead = new ConversationPlayer();
        ahead.show(new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                events.add(event);
            }
        });
        FakeFrontEnd late = new FakeFrontEnd();
        ConversationRows behind = ConversationRows.of(ahead::path, List::of, List::of, late);
        Interaction.ToolCall draw = ahead.call("draw");
        ahead.asks("Draw.");
        ahead.round(1);
        ahead.appends(draw);
        ahead.calls(draw);
        ahead.appends(ahead.ends(draw, ToolEnvelope.ok("done")));

        events.forEach(behind::onEvent);

        assertThat(statuses(late))
                .containsExactly(
                        ViewRow.ToolCallRow.Status.PENDING,
                        ViewRow.ToolCallRow.Status.EXECUTING,
                        ViewRow.ToolCallRow.Status.COMPLETED);

        FakeFrontEnd later = new FakeFrontEnd();
        ConversationRows opened = ConversationRows.of(ahead::path, List::of, List::of, later);
        events.forEach(opened::onEvent);

        assertThat(later.changes).isEmpty();
        assertThat(opened.rows()).isEqualTo(behind.rows());
    }

    @Test
    @Tag("B25")
    @DisplayName("B25 a tool call that is refused is pending, failed")
    void tool_thatIsRefused_isPendingFailed() {
        Interaction.ToolCall draw = played.call("draw");
        played.asks("Draw.");
        played.round(1);
        played.says("I draw.");
        played.appends(ConversationPlayer.answer("I draw."), draw);
        played.appends(played.ends(draw, ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "No.")));

        assertThat(shown()).containsExactly("Draw.", "I draw.", "draw FAILED");
        assertThat(statuses()).containsExactly(ViewRow.ToolCallRow.Status.PENDING, ViewRow.ToolCallRow.Status.FAILED);
    }

    @Test
    void interjection_isShownAtOnce_andInItsPlaceWhenItIsStored() {
        Interaction.ToolCall draw = played.call("draw");
        played.asks("Draw.");
        played.round(1);
        played.interjects("In red!");
        assertThat(shown()).containsExactly("Draw.", "In red!");
        played.appends(draw);
        played.calls(draw);
        played.appends(played.ends(draw, ToolEnvelope.ok("")));
        played.appends(Interaction.user("In red!"));
        assertThat(shown()).containsExactly("Draw.", "draw COMPLETED", "In red!");
    }

    @Test
    @DisplayName(
            "A4 a message that waited when the program ended is shown once as soon as the turn that goes on stores it")
    void a4_interjectionOfAnEarlierProgram_isShownOnce() {
        played.asks("Draw.");
        ConversationRows resumed =
                ConversationRows.of(played::path, List::of, () -> List.of(Interaction.user("In red!")), change -> {});
        played.show(resumed);
        played.begins("Draw.");
        played.appends(Interaction.user("In red!"));
        assertThat(resumed.rows().stream().map(ViewRow::text)).containsExactly("Draw.", "In red!");
    }

    @Test
    @DisplayName("A4 a question behind a message that waited is not taken for the next one that waits")
    void a4_questionBehindAnInterjection_removesNoOther() {
        played.asks("Draw.");
        ConversationRows resumed = ConversationRows.of(
                played::path,
                List::of,
                () -> List.of(Interaction.user("In red!"), Interaction.user("Bold!")),
                change -> {});
        played.show(resumed);
        played.begins("How large?");
        played.appends(Interaction.user("In red!"));
        played.appends(Interaction.user("How large?"));
        assertThat(resumed.rows().stream().map(ViewRow::text))
                .containsExactlyInAnyOrder("Draw.", "In red!", "How large?", "Bold!");
    }

    @Test
    @DisplayName("M6 the newest news of an extension in a turn have one row, if there is a text in them")
    void m6_news_haveARowForEachExtension() {
        played.asks("Draw.");
        played.round(1);
        played.tells("draw", Json.of("half"));
        played.tells("names", Json.object().with("text", "named").with("count", 2));
        played.tells("draw", Json.object().with("count", 3));
        played.tells("draw", Json.of("nearly"));
        assertThat(shown()).containsExactly("Draw.", "nearly", "named");
        ViewRow named = rows.rows().get(2);
        assertThat(named.toJson().without("key")).isEqualTo(Json.parse("""
                        {"kind":"news","extension":"names","text":"named","data":{"text":"named","count":2}}"""));
        assertThat(named).asString().doesNotContain("named").contains("names, 5 characters");

        played.appends(ConversationPlayer.answer("Done."));
        played.ends();
        played.asks("Again.");
        played.tells("draw", Json.of("begun"));
        assertThat(shown()).containsExactly("Draw.", "nearly", "named", "Done.", "Again.", "begun");
        assertThat(ConversationRows.of(played.path()))
                .extracting(ViewRow::text)
                .containsExactly("Draw.", "Done.", "Again.");
    }

    @Test
    @DisplayName("N11 a question whose turn has failed stays with its notice, also when the next one begins at once")
    void n11_failedTurn_saysWhy_andItsQuestionStays() {
        played.asks("One?");
        answersWith("1");
        ConversationEntry before = played.head();
        played.asks("Two?");
        played.round(1);
        played.failsWithoutTrace(before);
        assertThat(shown()).hasSize(4).startsWith("One?", "1", "Two?");
        assertThat(rows.rows().get(3)).isInstanceOf(ViewRow.ErrorNotice.class);

        played.asks("Three?");
        answersWith("3");
        assertThat(shown()).hasSize(6).startsWith("One?", "1", "Two?").endsWith("Three?", "3");
        assertThat(rows.rows().get(2).entry()).isEmpty();
        assertThat(rows.rows().get(2).toJson().get("status").asText()).isEqualTo("unanswered");
        assertThat(rows.rows().get(3)).isInstanceOf(ViewRow.ErrorNotice.class);

        played.goesOnBehind(before);
        assertThat(shown()).hasSize(4).startsWith("One?", "1", "Two?");
    }

    @Test
    void branch_thatGoesBack_losesWhatCameAfter() {
        played.asks("One?");
        answersWith("1");
        ConversationEntry before = played.head();
        played.asks("Two?");
        answersWith("2");
        played.goesOnBehind(before);
        assertThat(shown()).containsExactly("One?", "1");
    }

    @Test
    void question_askedInOtherWords_standsInItsPlace() {
        played.asks("One?");
        ConversationEntry first = played.head();
        answersWith("1");
        played.asksInstead(first, "Two?");
        assertThat(shown()).containsExactly("Two?");
        answersWith("2");
        assertThat(shown()).containsExactly("Two?", "2");
    }

    @Test
    void summary_standsForWhatItSumsUp() {
        played.asks("One?");
        ConversationEntry from = played.head();
        answersWith("1");
        ConversationEntry to = played.head();
        played.asks("Two?");
        answersWith("2");
        played.sumsUp(from, to, "One is 1.");
        assertThat(shown()).containsExactly("One is 1.", "Two?", "2");
    }

    @Test
    void view_thatComesLater_findsItsWay() {
        ConversationRows early = ConversationRows.of(played::path, List::of, List::of, change -> {});
        played.asks("One?");
        answersWith("1");
        played.show(early);
        played.asks("Two?");
        answersWith("2");
        assertThat(early.rows()).extracting(ViewRow::text).containsExactly("One?", "1", "Two?", "2");
    }

    @Test
    void answer_withNothingToSee_hasNoRow() {
        played.asks("One?");
        played.round(1);
        played.says("Draft");
        played.appends(new Interaction.Assistant(List.of(new Part.Opaque("anthropic", Json.object()))));
        assertThat(shown()).containsExactly("One?");
    }

    @Test
    @Tag("B25")
    @Tag("B26")
    @Tag("B27")
    void json_saysWhatAFrontEndNeeds() {
        Interaction.ToolCall draw = played.call("draw");
        played.asks("Draw.");
        played.round(1);
        played.appends(
                new Interaction.Assistant(List.of(
                        new Part.Reasoning("Hm."),
                        Part.text("I draw."),
                        new Part.Refusal("Not that."),
                        Part.image(Blob.of(new byte[3], "image/png")))),
                draw);
        played.appends(played.ends(draw, ToolEnvelope.ok("done")));
        played.fails();

        assertThat(rows.rows().stream().map(row -> row.toJson().text()))
                .containsExactly(
                        "{\"key\":\"e1.0\",\"kind\":\"question\",\"entry\":{\"id\":\"e1\",\"status\":\"complete\",\"at\":0,"
                                + "\"input\":3,\"output\":4,\"parent\":\"root\"},\"text\":\"Draw.\"}",
                        "{\"key\":\"e2.0\",\"kind\":\"answer\",\"entry\":{\"id\":\"e2\",\"status\":\"complete\",\"at\":0,"
                                + "\"input\":3,\"output\":4,\"parent\":\"e1\"},\"text\":\"I draw.\",\"reasoning\":\"Hm.\","
                                + "\"refusal\":\"Not that.\",\"media\":[{\"type\":\"image/png\",\"bytes\":3}]}",
                        "{\"key\":\"call.c1\",\"kind\":\"tool\",\"entry\":{\"id\":\"e2\",\"status\":\"complete\",\"at\":0,"
                                + "\"input\":3,\"output\":4,\"parent\":\"e1\"},\"call\":\"c1\",\"name\":\"draw\","
                                + "\"arguments\":{\"x\":1},\"status\":\"completed\",\"fraction\":0,\"note\":\"\","
                                + "\"outcome\":{\"ok\":true,\"result\":{\"value\":\"done\"}}}",
                        "{\"key\":\"notice.1\",\"kind\":\"notice\",\"text\":\""
                                + rows.rows().get(3).text() + "\",\"texts\":"
                                + RowJson.texts(words -> AiError.of(AiError.Category.NETWORK, "x", "")
                                                .userMessage(words.locale()))
                                        .text()
                                + ",\"category\":\"NETWORK\"}");
        assertThat(new RowChange.Appended("answer.1", false, "Fi").toJson().text())
                .isEqualTo("{\"change\":\"more\",\"key\":\"answer.1\",\"text\":\"Fi\"}");
        assertThat(new RowChange.Removed("answer.1").toJson().text())
                .isEqualTo("{\"change\":\"removed\",\"key\":\"answer.1\"}");
    }

    @Test
    void toString_showsNoContent() {
        played.asks("sesame");
        played.round(1);
        played.thinks("sesame");
        played.says("sesame");
        Interaction.ToolCall draw = played.call("sesame");
        played.appends(ConversationPlayer.answer("sesame"), draw);
        played.appends(played.ends(draw, ToolEnvelope.ok("sesame")));
        played.ends();
        assertThat(rows.rows() + " " + screen.changes).doesNotContain("sesame");
    }

    @Test
    @DisplayName(
            "N11 a message that waits is shown at once, stays the last row, and moves to its place when its turn begins")
    void n11_queuedMessage_staysTheLastRow() {
        Interaction.ToolCall draw = played.call("draw");
        played.asks("Draw.");
        played.round(1);
        played.queues("q1", "In red!");
        played.queues("q2", "And a door.");
        assertThat(shown()).containsExactly("Draw.", "In red!", "And a door.");
        assertThat(rows.rows().get(1).toJson().get("status").asText()).isEqualTo("waiting");
        played.says("I draw");
        played.appends(ConversationPlayer.answer("I draw"), draw);
        played.appends(played.ends(draw, ToolEnvelope.ok("")));
        assertThat(shown()).containsExactly("Draw.", "I draw", "draw COMPLETED", "In red!", "And a door.");
        played.ends();

        played.beginsQueued("q1", "In red!");
        assertThat(shown()).containsExactly("Draw.", "I draw", "draw COMPLETED", "In red!", "And a door.");
        assertThat(rows.rows().get(3).entry()).contains(played.head());
        played.withdraws("q2");
        assertThat(shown()).containsExactly("Draw.", "I draw", "draw COMPLETED", "In red!");
    }

    @Test
    @DisplayName("N11 a message that waits outlasts a move of the branch")
    void n11_queuedMessage_outlastsAMoveOfTheBranch() {
        played.asks("Draw.");
        ConversationEntry first = played.head();
        answersWith("Done.");
        played.queues("q1", "In red!");
        played.goesOnBehind(first);
        assertThat(shown()).containsExactly("Draw.", "In red!");
    }
}
