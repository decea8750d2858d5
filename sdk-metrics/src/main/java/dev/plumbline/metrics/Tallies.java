package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tallies of the latest sessions, turns and rounds. Safe for any number of threads. */
final class Tallies {
    private static final int SESSIONS = 1_000;
    private static final int TURNS = 1_000;
    private static final int ROUNDS = 4_000;

    private final Map<CallIds, Tally> sessions = latest(SESSIONS);
    private final Map<CallIds, Tally> turns = latest(TURNS);
    private final Map<CallIds, Tally> rounds = latest(ROUNDS);

    private static Map<CallIds, Tally> latest(int most) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<CallIds, Tally> eldest) {
                return size() > most;
            }
        };
    }

    synchronized void add(AiEvent event) {
        CallIds ids = event.ids();
        if (!ids.session().isEmpty()) {
            tally(sessions, new CallIds(ids.session(), "", 0, "")).add(event);
        }
        if (!ids.turn().isEmpty()) {
            tally(turns, new CallIds("", ids.turn(), 0, "")).add(event);
            if (ids.round() > 0) {
                tally(rounds, new CallIds("", ids.turn(), ids.round(), "")).add(event);
            }
        }
    }

    private static Tally tally(Map<CallIds, Tally> map, CallIds key) {
        return map.computeIfAbsent(key, Tally::new);
    }

    /** The numbers kept under that key: a session, or a turn, or a turn and a round. */
    synchronized AiMetrics of(CallIds key) {
        Map<CallIds, Tally> map = key.turn().isEmpty() ? sessions : key.round() == 0 ? turns : rounds;
        Tally tally = map.get(key);
        return (tally == null ? new Tally(key) : tally).metrics();
    }

    synchronized void clear() {
        sessions.clear();
        turns.clear();
        rounds.clear();
    }
}
