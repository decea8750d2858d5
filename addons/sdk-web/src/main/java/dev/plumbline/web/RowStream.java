package dev.plumbline.web;

import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.json.Json;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.ViewRow;
import java.util.List;
import java.util.Locale;

/** Writes the rows of a conversation and their changes to a stream, in the form of docs/views.md. */
final class RowStream implements LiveConversation.Listener {
    private final LiveConversation conversation;
    private final EventStream stream;

    private RowStream(LiveConversation conversation, EventStream stream) {
        this.conversation = conversation;
        this.stream = stream;
    }

    /** Begins a stream with all rows. */
    static RowStream begin(LiveConversation conversation, EventStream stream) {
        RowStream rows = new RowStream(conversation, stream);
        conversation.add(rows, rows::snapshot);
        return rows;
    }

    @Override
    public void onOverflow() {
        conversation.read(this::snapshot);
    }

    private void snapshot(List<ViewRow> rows) {
        stream.add(Json.object()
                .with("change", "snapshot")
                .with("id", conversation.id())
                .with("branch", conversation.branch())
                .with("running", conversation.isInTurn())
                .with("rows", rows.stream().map(ViewRow::toJson).toList()));
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.TurnStarted) {
            turn(true);
        } else if (event instanceof SessionEvent.Progressed now) {
            stream.add(Json.object()
                    .with("change", "progress")
                    .with("state", now.progress().state().name().toLowerCase(Locale.ROOT))
                    .with("label", now.progress().label()));
        }
    }

    @Override
    public void onChange(RowChange change) {
        if (change instanceof RowChange.Appended more) {
            stream.add(
                    (more.reasoning() ? "reasoning " : "text ") + more.key(),
                    more.piece(),
                    joined -> new RowChange.Appended(more.key(), more.reasoning(), joined).toJson());
        } else {
            stream.add(change.toJson());
        }
    }

    @Override
    public void onShown(SessionEvent event) {
        if (event instanceof SessionEvent.TurnFinished) {
            turn(false);
        }
    }

    private void turn(boolean running) {
        stream.add(Json.object().with("change", "turn").with("running", running));
    }

    @Override
    public void onEnded() {
        stream.add(Json.object().with("change", "closed"));
        stream.end();
    }
}
