package dev.plumbline.views;

import dev.plumbline.views.ConversationRows.RowChange;
import java.util.List;
import java.util.Optional;

/** An answer that is still streaming; the cost of a delta is proportional to its length. */
final class StreamingAnswer {
    private final String key;
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder text = new StringBuilder();

    StreamingAnswer(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    void grow(RowChange.Appended more) {
        (more.reasoning() ? reasoning : text).append(more.piece());
    }

    ViewRow row() {
        return new ViewRow.Answer(key, Optional.empty(), reasoning.toString(), text.toString(), List.of());
    }
}
