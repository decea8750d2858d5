package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is shown of a stored conversation, before anything runs. */
class StoredRowsTest {
    private static String title(ConversationEntry.Status status) {
        ConversationPlayer played = new ConversationPlayer();
        played.asks("Draw.");
        played.appends(ConversationPlayer.answer("I dr"));
        ConversationEntry answer = played.head();
        ConversationEntry ended = new ConversationEntry(
                answer.id(),
                answer.parent(),
                answer.interactions(),
                status,
                answer.usage(),
                answer.at(),
                answer.took());
        ViewRow row = ConversationRows.of(List.of(ended)).get(0);
        return RowText.of(row, Locale.ENGLISH).title();
    }

    @Test
    @DisplayName("F18 N39 the title of a stored answer says whether it came to its end")
    void f18_cutAnswer_saysSo() {
        assertThat(title(ConversationEntry.Status.COMPLETE)).isEqualTo("Model");
        assertThat(title(ConversationEntry.Status.CANCELLED)).isEqualTo("Model (stopped)");
        assertThat(title(ConversationEntry.Status.INCOMPLETE)).isEqualTo("Model (cut off)");
        assertThat(title(ConversationEntry.Status.FAILED)).isEqualTo("Model (cut off)");
    }

    @Test
    @DisplayName("F18 a stored tool call without a result does not look as if it ran")
    void f18_callWithoutResult_doesNotLookAsIfItRan() {
        ConversationPlayer played = new ConversationPlayer();
        Interaction.ToolCall draw = played.call("draw_wall");
        played.asks("Draw.");
        played.appends(draw);

        ViewRow.ToolCallRow stored =
                (ViewRow.ToolCallRow) ConversationRows.of(played.path()).get(1);
        RowText shown = RowText.of(stored, Locale.ENGLISH);

        assertThat(shown.title()).isEqualTo("○ draw wall");
        assertThat(shown.spoken()).isEqualTo("draw wall: no result yet");
        assertThat(RowText.of(stored.started(), Locale.ENGLISH).title()).isEqualTo("… draw wall");
    }

    @Test
    @DisplayName("A3 a call whose arguments a person changed shows those that ran, and says so, live and stored")
    void a3_editedCall_showsWhatRan() {
        ConversationPlayer played = new ConversationPlayer();
        Interaction.ToolCall delete = played.call("delete_objects");
        ConversationRows live = ConversationRows.of(played::path, List::of, List::of, change -> {});
        played.show(live);
        played.asks("Delete.");
        played.appends(delete);
        played.calls(delete);
        played.appends(played.ends(
                delete, ToolEnvelope.ok(null).withEdited(Json.object().with("x", 3))));

        for (List<ViewRow> rows : List.of(live.rows(), ConversationRows.of(played.path()))) {
            ViewRow.ToolCallRow row = (ViewRow.ToolCallRow) rows.get(1);
            RowText shown = RowText.of(row, Locale.ENGLISH);
            assertThat(shown.title()).isEqualTo("✓ delete objects (changed by you)");
            assertThat(shown.folds().get(0).text().get()).isEqualTo("x: 3");
            assertThat(row.toJson().get("arguments").get("x").asInt()).isEqualTo(3);
            assertThat(row.toJson().get("edited").asBoolean()).isTrue();
        }
    }

    @Test
    @DisplayName("C6 A4 a resumed session shows the calls that had begun, and the messages that wait")
    void c6_resumedSession_showsWhatWasLeft() {
        ConversationPlayer played = new ConversationPlayer();
        Interaction.ToolCall move = played.call("move_selected");
        Interaction.ToolCall list = played.call("list_objects");
        played.asks("Move.");
        played.appends(move, list);
        Interaction.ToolCall asRun =
                new Interaction.ToolCall(move.id(), move.name(), Json.object().with("x", 5));
        ConversationRows rows = ConversationRows.of(
                played::path, () -> List.of(asRun), () -> List.of(Interaction.user("hurry up")), change -> {});
        played.show(rows);

        RowText begun = RowText.of(rows.rows().get(1), Locale.ENGLISH);
        assertThat(begun.title()).isEqualTo("✗ move selected");
        assertThat(begun.body())
                .isEqualTo("The program ended while this call ran: it may or may not have had its effect.");
        assertThat(begun.folds().get(0).text().get()).isEqualTo("x: 5");
        assertThat(RowText.of(rows.rows().get(2), Locale.ENGLISH).title()).isEqualTo("○ list objects");
        assertThat(RowText.of(rows.rows().get(3), Locale.ENGLISH).title()).startsWith("You (waiting");

        played.calls(move); // a tool that may be repeated
        assertThat(RowText.of(rows.rows().get(1), Locale.ENGLISH).title()).isEqualTo("… move selected");
        Interaction.ToolResult moved = played.ends(move, ToolEnvelope.ok(null));
        played.appends(moved, played.ends(list, ToolEnvelope.ok(null)));
        played.appends(Interaction.user("hurry up"));
        assertThat(rows.rows().stream()
                        .map(row -> RowText.of(row, Locale.ENGLISH).title()))
                .containsExactly("You", "✓ move selected", "✓ list objects", "You");
    }

    @Test
    @DisplayName("C9 S9 what the person has done is said to the person: a no, and a stop while the tool ran")
    void c9_ownNo_isSaidToThePerson() {
        ChatTexts texts = ChatTexts.of(Locale.ENGLISH);
        assertThat(texts.of(failure(
                        ToolEnvelope.Code.DENIED, "The user denied this call.", ToolEnvelope.Effect.NOT_STARTED)))
                .isEqualTo("Not done: you said no.");
        assertThat(texts.of(failure(
                        ToolEnvelope.Code.DENIED, "This call was not allowed.", ToolEnvelope.Effect.NOT_STARTED)))
                .isEqualTo("This call was not allowed.");
        assertThat(texts.of(failure(
                        ToolEnvelope.Code.CANCELLED,
                        "The turn ended before this call did.",
                        ToolEnvelope.Effect.UNKNOWN)))
                .isEqualTo("Stopped while it ran: it may or may not have had its effect.");
    }

    private static ToolEnvelope.Failure failure(ToolEnvelope.Code code, String message, ToolEnvelope.Effect effect) {
        return ToolEnvelope.failed(code, message).withEffect(effect).failure().orElseThrow();
    }
}
