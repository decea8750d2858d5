package dev.plumbline.testkit.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of views and of telemetry catches the one that breaks it, and says law, events and fix. */
class ObserverCheckerTest {
    private static final List<AiDelta> STREAM = List.of(
            new AiDelta.Text("a wrong "), new AiDelta.Reset(2), new AiDelta.Text("a wall"), new AiDelta.Text(" here"));

    /** Shows what came, piece by piece. */
    private static class Pieces implements ConversationObserver {
        final List<String> pieces = new ArrayList<>();

        @Override
        public void onText(String piece) {
            pieces.add(piece);
        }
    }

    private static final class Label extends Pieces {
        @Override
        public void onReset() {
            pieces.clear();
        }
    }

    private static void assertCaught(ThrowingCallable law, String name, String fix) {
        assertThatThrownBy(law)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: " + name)
                .hasMessageContaining("input: [")
                .hasMessageContaining(fix);
    }

    @Test
    @Tag("B32")
    void viewThatReadsTextOfFailures_isCaught() {
        ObserverChecker<ConversationObserver> reading = new ObserverChecker<>(
                () -> new ConversationObserver() {
                    @Override
                    public void onFinished(AiReturn ret) {
                        ret.text();
                    }
                },
                view -> "");

        assertCaught(
                () -> reading.takesEveryEvent(STREAM, AiError.Category.CANCELLED),
                "it takes every event",
                "the view misses an event");
    }

    @Test
    void viewThatCountsPieces_isCaught() {
        ObserverChecker<Label> counting = new ObserverChecker<>(Label::new, label -> label.pieces.size());
        ObserverChecker<Label> joining = new ObserverChecker<>(Label::new, label -> String.join("", label.pieces));

        assertCaught(() -> counting.chunkingIsNotSeen(STREAM), "chunking is not seen", "never pieces");
        joining.chunkingIsNotSeen(STREAM);
        joining.resetTakesBack(STREAM);
    }

    @Test
    @Tag("B32")
    void viewThatForgetsToTakeBack_isCaught() {
        ObserverChecker<Pieces> keeping = new ObserverChecker<>(Pieces::new, view -> String.join("", view.pieces));

        assertCaught(() -> keeping.resetTakesBack(STREAM), "a reset takes back", "onReset()");
    }

    @Test
    void telemetryThatExpectsABeginning_isCaught() {
        Map<String, Instant> begun = new HashMap<>();
        AiObserver pairing = event -> {
            if (event instanceof AiEvent.TurnStarted started) {
                begun.put(started.ids().turn(), started.at());
            } else if (event instanceof AiEvent.SessionClosed closed) {
                java.util.Objects.requireNonNull(begun.get(closed.ids().turn()));
            }
        };
        List<AiEvent> events = List.of(new AiEvent.SessionClosed(CallIds.NONE, Instant.EPOCH));

        assertCaught(
                () -> new TelemetryChecker(() -> pairing).takesEveryEvent(events),
                "it takes every event",
                "an end without its beginning");
        assertCaught(
                () -> new TelemetryChecker(() -> pairing).takesEventsFromEveryThread(events),
                "it takes events from every thread",
                "make it thread-safe");
    }
}
