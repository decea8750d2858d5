package dev.plumbline.metrics.internal;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events of conversations, written down: a record for each turn when it is over. A report of a session is made of them
 * when the program that ran it is gone ({@code SessionReport} in sdk-web). They have a store of their own, because a
 * journal has one writer.
 */
public final class EventRecorder {
    private static final String KIND = "events";

    /** The waits while another runtime writes its events of the same conversation; 2.5 seconds in all. */
    private static final List<Duration> WAITS = Stream.of(5, 10, 20, 40, 80, 160, 320, 640, 1_280)
            .map(Duration::ofMillis)
            .toList();

    /** How many turns are kept whose events could not be written. */
    private static final int MOST_UNWRITTEN = 256;

    private final SessionStore store;
    private final Predicate<String> sessions;
    private final Scheduler waiting;
    private final Deque<Turn> unwritten = new ArrayDeque<>();
    /** By session, the turns that are not over. */
    private final Map<String, Map<String, List<TelemetryEvent>>> open = new HashMap<>();

    private EventRecorder(SessionStore store, Predicate<String> sessions, Scheduler waiting) {
        this.store = store;
        this.sessions = sessions;
        this.waiting = waiting;
    }

    /** The record of a turn that is over. */
    private record Turn(String session, Json events) {}

    /**
     * Writes the turns that end from now on, off the threads that work, until the subscription is closed. A conversation may
     * move from one runtime to another: while that one writes, this one waits, and what could not be written is tried again
     * with the next turn, and when the subscription is closed.
     *
     * @param sessions selects by id whose turns are written; asked at the end of each turn
     * @param time waits while another runtime writes
     */
    public static Subscription record(
            AiMetricsService metrics, SessionStore store, Predicate<String> sessions, Scheduler time) {
        EventRecorder records = new EventRecorder(store, sessions, time);
        Subscription taken = metrics.subscribe(records::wants, records::take);
        return () -> {
            taken.close();
            records.writeRest(WAITS);
        };
    }

    /** The events that were kept of a session, oldest first, also if several runtimes have written them. */
    public static List<TelemetryEvent> of(SessionStore store, String sessionId) {
        try (Stream<Json> records = store.read(sessionId)) {
            return records.filter(record -> record.get("kind").asText().equals(KIND))
                    .sorted(Comparator.comparing(EventRecorder::end))
                    .flatMap(record -> record.get("events").elements().stream())
                    .flatMap(event -> read(event).stream())
                    .toList();
        }
    }

    /** Nothing for what another version wrote in a form that this one does not know. */
    private static Optional<TelemetryEvent> read(Json event) {
        try {
            return Optional.of(event.as(TelemetryEvent.class));
        } catch (JsonException otherVersion) {
            return Optional.empty();
        }
    }

    /** Live events are left out, because the records of what is over contain them. */
    private boolean wants(TelemetryEvent event) {
        return !TelemetryEvent.isLive(event.getClass()) && !event.ids().turn().isEmpty();
    }

    /** Returns when the turn of a record ended; a record without a time is the oldest. */
    private static Instant end(Json record) {
        try {
            return Instant.parse(record.get("at").asText());
        } catch (JsonException | DateTimeException otherVersion) {
            return Instant.MIN;
        }
    }

    private synchronized void take(TelemetryEvent event) {
        String id = event.ids().session();
        Map<String, List<TelemetryEvent>> turns = open.computeIfAbsent(id, fresh -> new HashMap<>());
        turns.computeIfAbsent(event.ids().turn(), turn -> new ArrayList<>()).add(event);
        if (event instanceof TelemetryEvent.TurnFinished) {
            List<TelemetryEvent> turn = turns.remove(event.ids().turn());
            if (turns.isEmpty()) {
                open.remove(id);
            }
            if (unwritten.size() == MOST_UNWRITTEN) {
                unwritten.remove();
            }
            unwritten.add(new Turn(id, record(event, turn, !turns.isEmpty())));
            write(id, WAITS);
            writeRest(List.of());
        }
    }

    /** Tries to write what could not be written before; a conversation may have no further turn here. */
    private synchronized void writeRest(List<Duration> waits) {
        for (String id : unwritten.stream().map(Turn::session).distinct().toList()) {
            try {
                write(id, waits);
            } catch (RuntimeException stillNot) {
                // its first failure was thrown, and is in the log
            }
        }
    }

    /** Writes the turns of a conversation, in order; after each failure it waits and tries again. */
    private void write(String id, List<Duration> waits) {
        for (int attempt = 0; !wrote(id, attempt == waits.size()); attempt++) {
            try {
                waiting.sleep(waits.get(attempt), new CountDownLatch(1));
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Returns whether there is nothing left to write; throws the failure of the last attempt. */
    private boolean wrote(String id, boolean isLast) {
        List<Turn> turns =
                unwritten.stream().filter(turn -> turn.session().equals(id)).toList();
        try {
            if (!turns.isEmpty() && sessions.test(id)) {
                try (SessionStore.Writer writer = store.open(id)) {
                    writer.append(turns.stream().map(Turn::events).toList());
                    unwritten.removeAll(turns); // also if closing fails: nothing is written twice
                }
            }
            unwritten.removeAll(turns);
            return true;
        } catch (IllegalStateException | UncheckedIOException busy) {
            if (isLast || busy instanceof DamagedSessionException) {
                throw busy;
            }
            return false;
        }
    }

    private static Json record(TelemetryEvent last, List<TelemetryEvent> turn, boolean others) {
        return Json.object()
                .with("kind", KIND)
                .with("at", last.at().toString())
                .with("open", others)
                .with("events", turn.stream().map(Json::of).toList());
    }
}
