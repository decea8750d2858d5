package dev.plumbline.views;

import java.util.List;
import java.util.Optional;

/** An answer that is still coming in; a piece costs what the piece is long. */
final class GrowingAnswer {
    private final String key;
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder text = new StringBuilder();

    GrowingAnswer(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    void grow(RowChange.More more) {
        (more.reasoning() ? reasoning : text).append(more.piece());
    }

    Row row() {
        return new Row.Answer(key, Optional.empty(), reasoning.toString(), text.toString(), List.of());
    }
}
