package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of views and of telemetry catches the one that breaks it, and says law, events and fix. */
class ObserverLawsTest {
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

    private static class Label extends Pieces {
        @Override
        public void onReset() {
            pieces.clear();
        }
    }

    private static <V extends ConversationObserver> ObserverLaws<V> of(Supplier<V> view, Function<V, Object> shown) {
        return new ObserverLaws<>() {
            @Override
            public V view() {
                return view.get();
            }

            @Override
            public Object shown(V tried) {
                return shown.apply(tried);
            }
        };
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
        ObserverLaws<ConversationObserver> reading = of(
                () -> new ConversationObserver() {
                    @Override
                    public void onFinished(AiReturn ret) {
                        ret.text();
                    }
                },
                view -> "");

        assertCaught(
                () -> reading.takes_every_event(STREAM, AiError.Category.CANCELLED),
                "it takes every event",
                "the view misses an event");
    }

    @Test
    void viewThatCountsPieces_isCaught() {
        ObserverLaws<Label> counting = of(Label::new, label -> label.pieces.size());
        ObserverLaws<Label> joining = of(Label::new, label -> String.join("", label.pieces));

        assertCaught(() -> counting.chunking_is_not_seen(STREAM), "chunking is not seen", "never pieces");
        joining.chunking_is_not_seen(STREAM);
        joining.reset_takes_back(STREAM);
    }

    @Test
    @DisplayName("I51 a view that begins a line at a heartbeat in the middle of a text is found")
    void i51_viewThatEndsATextAtAHeartbeat_isCaught() {
        ObserverLaws<Label> breaking = of(
                () -> new Label() {
                    @Override
                    public void onEvent(SessionEvent event) {
                        super.onEvent(event);
                        if (event instanceof SessionEvent.Heartbeat && !pieces.isEmpty()) {
                            pieces.add("\n");
                        }
                    }
                },
                label -> String.join("", label.pieces));

        assertCaught(() -> breaking.chunking_is_not_seen(STREAM), "chunking is not seen", "whatever comes between");
    }

    @Test
    @Tag("B32")
    void viewThatForgetsToTakeBack_isCaught() {
        ObserverLaws<Pieces> keeping = of(Pieces::new, view -> String.join("", view.pieces));

        assertCaught(() -> keeping.reset_takes_back(STREAM), "a reset takes back", "onReset()");
    }

    @Test
    void telemetryThatExpectsABeginning_isCaught() {
        Map<String, Instant> begun = new HashMap<>();
        TelemetryObserver pairing = event -> {
            if (event instanceof TelemetryEvent.TurnStarted started) {
                begun.put(started.ids().turn(), started.at());
            } else if (event instanceof TelemetryEvent.SessionClosed closed) {
                java.util.Objects.requireNonNull(begun.get(closed.ids().turn()));
            }
        };
        TelemetryLaws telemetry = () -> pairing;
        List<TelemetryEvent> events = List.of(new TelemetryEvent.SessionClosed(CallIds.NONE, Instant.EPOCH));

        assertCaught(() -> telemetry.takes_every_event(events), "it takes every event", "an end without its beginning");
        assertCaught(
                () -> telemetry.takes_events_from_every_thread(events),
                "it takes events from every thread",
                "make it thread-safe");
    }

    @Test
    @DisplayName(
            "C9 an observer whose trace header is no header is found, and one that expects the beginning of a call")
    void c9_observerWithoutHeaders_isCaught() {
        TelemetryObserver lines = new TelemetryObserver() {
            @Override
            public void onEvent(TelemetryEvent event) {}

            @Override
            public Map<String, String> traceHeaders(CallIds ids, long invocation) {
                return Map.of("traceparent", "00\r\n01");
            }
        };
        Map<CallIds, Map<String, String>> begun = new HashMap<>();
        TelemetryObserver strict = new TelemetryObserver() {
            @Override
            public void onEvent(TelemetryEvent event) {}

            @Override
            public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {
                begun.get(ids).putAll(attributes);
            }
        };

        for (TelemetryObserver wrong : List.of(lines, strict)) {
            TelemetryLaws laws = () -> wrong;
            assertThatThrownBy(() -> laws.takes_everything_beside_events(List.of()))
                    .hasMessageContaining("law broken: it takes everything beside events");
        }
    }
}
