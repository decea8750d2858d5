package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the latest sessions, turns and rounds. An event is counted once, where it belongs: in its round, else in its turn,
 * else in its session. What a turn or a session has in all is added up when somebody asks, and for good when a round or turn is
 * no longer kept apart. Safe for any number of threads.
 */
final class Tallies {
    private static final int SESSIONS = 1_000;
    private static final int TURNS = 1_000;
    private static final int ROUNDS = 4_000;

    private final Latest sessions = new Latest(SESSIONS);
    private final Latest turns = new Latest(TURNS);
    private final Latest rounds = new Latest(ROUNDS);

    /** Where the event before this one was counted: events come in rows. */
    private CallIds now = CallIds.NONE;

    private @Nullable Counted here;

    synchronized void add(AiEvent event) {
        CallIds ids = event.ids();
        if (!isLike(ids, now)) {
            here = place(ids);
            now = ids;
        }
        if (here != null) {
            here.own.add(event);
        }
    }

    private static boolean isLike(CallIds ids, CallIds others) {
        return ids.round() == others.round()
                && ids.turn().equals(others.turn())
                && ids.session().equals(others.session());
    }

    private @Nullable Counted place(CallIds ids) {
        Counted session = ids.session().isEmpty() ? null : sessions.at(new CallIds(ids.session(), "", 0, ""), null);
        if (ids.turn().isEmpty()) {
            return session;
        }
        Counted turn = turns.at(new CallIds("", ids.turn(), 0, ""), session);
        return ids.round() == 0 ? turn : rounds.at(new CallIds("", ids.turn(), ids.round(), ""), turn);
    }

    /** The numbers kept under that key: a session, or a turn, or a turn and a round. */
    synchronized AiMetrics of(CallIds key) {
        Latest latest = key.turn().isEmpty() ? sessions : key.round() == 0 ? turns : rounds;
        Counted counted = latest.kept.get(key);
        Tally all = new Tally();
        if (counted != null) {
            counted.addTo(all);
        }
        return all.metrics(key);
    }

    synchronized void clear() {
        sessions.kept.clear();
        turns.kept.clear();
        rounds.kept.clear();
        now = CallIds.NONE;
        here = null;
    }

    /** What was counted of a session, turn or round itself, and its turns or rounds that are kept apart. */
    private static final class Counted {
        private @Nullable Counted whole;
        private final Tally own = new Tally();
        private final List<Counted> parts = new ArrayList<>();

        Counted(@Nullable Counted whole) {
            this.whole = whole;
        }

        void addTo(Tally sum) {
            sum.add(own);
            parts.forEach(part -> part.addTo(sum));
        }

        /** No longer kept apart: its numbers are its whole's from now on. */
        void dissolve() {
            if (whole != null) {
                whole.parts.remove(this);
                whole.own.add(own);
                whole.parts.addAll(parts);
            }
            for (Counted part : parts) {
                part.whole = whole;
            }
        }
    }

    /** Numbers by what was counted last, so many at most. */
    private final class Latest {
        private final Map<CallIds, Counted> kept = new LinkedHashMap<>(16, 0.75f, true);
        private final int most;

        Latest(int most) {
            this.most = most;
        }

        Counted at(CallIds key, @Nullable Counted whole) {
            Counted known = kept.get(key);
            if (known != null) {
                return known;
            }
            Counted counted = new Counted(whole);
            if (whole != null) {
                whole.parts.add(counted);
            }
            kept.put(key, counted);
            if (kept.size() > most) {
                CallIds oldest = kept.keySet().iterator().next();
                Counted gone = kept.remove(oldest);
                if (gone != null) {
                    gone.dissolve();
                    now = CallIds.NONE;
                }
            }
            return counted;
        }
    }
}
