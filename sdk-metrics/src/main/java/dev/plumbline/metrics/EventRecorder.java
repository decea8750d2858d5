package dev.plumbline.metrics;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiEvent;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events of conversations, written down: a record for each turn when it is over. A report of a session is made of them
 * when the program that ran it is gone ({@code SessionReport} in sdk-web). They have a store of their own, because a
 * journal has one writer.
 */
public final class EventRecorder {
    private static final String KIND = "events";

    private final SessionStore store;
    private final Predicate<String> sessions;
    /** By session, the turns that are not over. */
    private final Map<String, Map<String, List<AiEvent>>> open = new HashMap<>();

    private EventRecorder(SessionStore store, Predicate<String> sessions) {
        this.store = store;
        this.sessions = sessions;
    }

    /**
     * Writes the turns that end from now on, off the threads that work, until the subscription is closed.
     *
     * @param sessions selects by id whose turns are written; asked at the end of each turn
     */
    public static Subscription record(AiMetricsService metrics, SessionStore store, Predicate<String> sessions) {
        EventRecorder records = new EventRecorder(store, sessions);
        return metrics.subscribe(records::wants, records::take);
    }

    /** The events that were kept of a session, oldest first. */
    public static List<AiEvent> of(SessionStore store, String sessionId) {
        try (Stream<Json> records = store.read(sessionId)) {
            return records.filter(record -> record.get("kind").asText().equals(KIND))
                    .flatMap(record -> record.get("events").elements().stream())
                    .flatMap(event -> read(event).stream())
                    .toList();
        }
    }

    /** Nothing for what another version wrote in a form that this one does not know. */
    private static Optional<AiEvent> read(Json event) {
        try {
            return Optional.of(event.as(AiEvent.class));
        } catch (JsonException otherVersion) {
            return Optional.empty();
        }
    }

    /** Live events are left out, because the records of what is over contain them. */
    private boolean wants(AiEvent event) {
        return !AiEvent.isLive(event.getClass()) && !event.ids().turn().isEmpty();
    }

    private void take(AiEvent event) {
        String id = event.ids().session();
        Map<String, List<AiEvent>> turns = open.computeIfAbsent(id, fresh -> new HashMap<>());
        turns.computeIfAbsent(event.ids().turn(), turn -> new ArrayList<>()).add(event);
        if (event instanceof AiEvent.TurnFinished) {
            List<AiEvent> turn = turns.remove(event.ids().turn());
            if (turns.isEmpty()) {
                open.remove(id);
            }
            if (sessions.test(id)) {
                try (SessionStore.Writer writer = store.open(id)) {
                    writer.append(List.of(record(event, turn, !turns.isEmpty())));
                }
            }
        }
    }

    private static Json record(AiEvent last, List<AiEvent> turn, boolean others) {
        return Json.object()
                .with("kind", KIND)
                .with("at", last.at().toString())
                .with("open", others)
                .with("events", turn.stream().map(Json::of).toList());
    }
}
