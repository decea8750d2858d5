package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tallies of the latest sessions, turns and rounds. Safe for any number of threads. */
final class Tallies {
    private static final int SESSIONS = 1_000;
    private static final int TURNS = 1_000;
    private static final int ROUNDS = 4_000;

    private final Latest sessions = new Latest(SESSIONS);
    private final Latest turns = new Latest(TURNS);
    private final Latest rounds = new Latest(ROUNDS);

    /** Whom the event before this one concerned: events come in rows. */
    private CallIds now = CallIds.NONE;

    private List<Tally> concerned = List.of();

    synchronized void add(AiEvent event) {
        CallIds ids = event.ids();
        if (!isLike(ids, now)) {
            now = ids;
            concerned = concerned(ids);
        }
        for (Tally tally : concerned) {
            tally.add(event);
        }
    }

    private static boolean isLike(CallIds ids, CallIds others) {
        return ids.round() == others.round()
                && ids.turn().equals(others.turn())
                && ids.session().equals(others.session());
    }

    private List<Tally> concerned(CallIds ids) {
        List<Tally> all = new ArrayList<>();
        if (!ids.session().isEmpty()) {
            all.add(sessions.tally(new CallIds(ids.session(), "", 0, "")));
        }
        if (!ids.turn().isEmpty()) {
            all.add(turns.tally(new CallIds("", ids.turn(), 0, "")));
            if (ids.round() > 0) {
                all.add(rounds.tally(new CallIds("", ids.turn(), ids.round(), "")));
            }
        }
        return all;
    }

    /** The numbers kept under that key: a session, or a turn, or a turn and a round. */
    synchronized AiMetrics of(CallIds key) {
        Latest latest = key.turn().isEmpty() ? sessions : key.round() == 0 ? turns : rounds;
        Tally tally = latest.tallies.get(key);
        return (tally == null ? new Tally(key) : tally).metrics();
    }

    synchronized void clear() {
        sessions.tallies.clear();
        turns.tallies.clear();
        rounds.tallies.clear();
        now = CallIds.NONE;
        concerned = List.of();
    }

    /** Tallies by what was counted last, so many at most. */
    private static final class Latest {
        private final Map<CallIds, Tally> tallies = new LinkedHashMap<>(16, 0.75f, true);
        private final int most;

        Latest(int most) {
            this.most = most;
        }

        Tally tally(CallIds key) {
            Tally tally = tallies.computeIfAbsent(key, Tally::new);
            if (tallies.size() > most) {
                tallies.remove(tallies.keySet().iterator().next());
            }
            return tally;
        }
    }
}
