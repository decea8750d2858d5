package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.ui.internal.UserAsker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The last sink of one call's deltas: publishes them, and keeps the content for a turn that is ended early. It closes
 * with the turn; later deltas are dropped.
 */
final class TurnDeltaSink implements DeltaSink {
    private final Turn turn;
    private final EventDispatcher events;
    private final CallIds ids;
    private final Fold fold = Fold.create();

    /** The names of proposed tool calls by index; guarded by the conversation's lock, as the next field. */
    private Map<Integer, String> proposed = Map.of();

    private boolean visible;
    private volatile boolean delivered;

    /** Creates a sink for the deltas of that round. */
    TurnDeltaSink(Turn turn, CallIds ids) {
        this.turn = turn;
        this.events = turn.branch.events();
        this.ids = ids;
    }

    @Override
    public void accept(AiDelta delta) {
        synchronized (turn.branch.lock) {
            if (!turn.recorder.isShowing(this)) {
                return;
            }
            fold.accept(delta);
            show(delta);
        }
        events.wake();
    }

    /** Returns whether content of this call is in a subscriber's queue, from which nothing can be removed. */
    @Override
    public boolean hasDelivered() {
        return delivered;
    }

    /** Returns the person, for policies around this call. */
    @Override
    public <T> Optional<T> service(Class<T> type) {
        UserAsker asker = turn::user;
        return type.isInstance(asker) ? Optional.of(type.cast(asker)) : Optional.empty();
    }

    /** Returns the content so far; under the lock. */
    AiReturn soFar() {
        return fold.toReturn();
    }

    /** Publishes the stored content instead of the content that views have received, if any; under the lock. */
    void retell(List<Interaction> stored) {
        if (visible) {
            takeBack();
            reasoning(words(stored, Part.Reasoning.class));
            text(words(stored, Part.Text.class));
        }
    }

    private static String words(List<Interaction> stored, Class<? extends Part> kind) {
        StringBuilder words = new StringBuilder();
        for (Interaction item : stored) {
            if (item instanceof Interaction.Assistant answer) {
                for (Part part : answer.parts()) {
                    words.append(kind.isInstance(part) ? words(part) : "");
                }
            }
        }
        return words.toString();
    }

    private static String words(Part part) {
        return part instanceof Part.Text text
                ? text.text()
                : part instanceof Part.Reasoning reasoning ? reasoning.text() : "";
    }

    private void show(AiDelta delta) {
        if (delta instanceof AiDelta.Text piece) {
            text(piece.text());
        } else if (delta instanceof AiDelta.Reasoning piece) {
            reasoning(piece.text());
        } else if (delta instanceof AiDelta.ToolCallPart piece && turn.request.showsProposals()) {
            propose(piece);
        } else if (delta instanceof AiDelta.Reset) {
            takeBack();
        }
    }

    private void text(String piece) {
        if (!piece.isEmpty()) {
            offer(number -> new SessionEvent.Text(number, ids, piece));
        }
    }

    private void reasoning(String piece) {
        if (!piece.isEmpty()) {
            offer(number -> new SessionEvent.Reasoning(number, ids, piece));
        }
    }

    private void propose(AiDelta.ToolCallPart piece) {
        proposed = proposed.isEmpty() ? new HashMap<>() : proposed;
        String known = proposed.getOrDefault(piece.index(), "");
        String tool = known.isEmpty() ? piece.name() : known;
        proposed.put(piece.index(), tool);
        offer(number -> new SessionEvent.ToolProposed(number, ids, piece.index(), tool, piece.arguments()));
    }

    private void takeBack() {
        proposed = Map.of();
        if (visible) {
            visible = false;
            events.offer(number -> new SessionEvent.Reset(number, ids));
        }
    }

    private void offer(LongFunction<SessionEvent> event) {
        visible = true;
        delivered |= events.offer(event);
    }
}
