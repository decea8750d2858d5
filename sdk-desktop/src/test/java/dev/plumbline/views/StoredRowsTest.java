package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
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
}
