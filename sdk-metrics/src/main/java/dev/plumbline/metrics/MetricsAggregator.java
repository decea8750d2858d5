package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the metrics of the latest sessions, turns and rounds. Finished events are stored with their round, or else
 * their turn. They are summed on reading, and permanently when a round or turn is no longer stored separately. A session
 * that is no longer stored takes its turns and rounds with it. The calls of a child session are also in the sums of the
 * round, turn and session that opened it. Guarded by the lock of the service.
 */
final class MetricsAggregator {
    /**
     * As many as a person looks back to: a turn with three tools keeps some 10 KB, which a collector copies until it is forgotten.
     */
    private static final int SESSIONS = 100;

    /** More than sessions, so that sessions of one turn are forgotten before their turns are summed. */
    private static final int TURNS = 200;

    private static final int ROUNDS = 400;

    private final Latest sessions = new Latest(SESSIONS);
    private final Latest turns = new Latest(TURNS);
    private final Latest rounds = new Latest(ROUNDS);

    void add(TelemetryEvent event) {
        CallIds ids = event.ids();
        if (event instanceof TelemetryEvent.SessionOpened opened
                && opened.parent().isPresent()) {
            addChild(ids, opened.parent().get());
        }
        if (MetricsAccumulator.counts(event) && !ids.turn().isEmpty()) {
            boolean inRound = ids.round() > 0 && !(event instanceof TelemetryEvent.TurnFinished);
            Counted counted = inRound ? at(rounds, round(ids)) : at(turns, ids.turn());
            counted.add(event);
            if (counted.whole == null) {
                begin(counted, ids, inRound);
            }
        }
    }

    private void addChild(CallIds ids, CallIds parent) {
        Counted session = at(sessions, parent.session()); // in use, however many children it has
        Counted whole = parent.turn().isEmpty()
                ? session
                : parent.round() == 0 ? at(turns, parent.turn()) : at(rounds, round(parent));
        if (!parent.turn().isEmpty() && whole.whole == null) {
            begin(whole, parent, parent.round() > 0);
        }
        Counted child = at(sessions, ids.session());
        if (child.whole == null && child != whole) {
            child.whole = whole;
            whole.addChild(child);
        }
    }

    /** Returns the item of that key; if it is new and there are too many, the oldest one is no longer stored separately. */
    private Counted at(Latest latest, String key) {
        Counted known = latest.kept.get(key);
        if (known != null) {
            return known;
        }
        Counted counted = new Counted(key);
        Counted oldest = latest.put(counted);
        if (oldest != null && latest == sessions) {
            oldest.leaveParent();
            forget(oldest);
        } else if (oldest != null) {
            oldest.dissolve();
        }
        return counted;
    }

    private static String round(CallIds ids) {
        return ids.turn() + '/' + ids.round();
    }

    /** Adds a counted item to the item that contains it. */
    private void begin(Counted counted, CallIds ids, boolean inRound) {
        Counted whole = inRound ? at(turns, ids.turn()) : at(sessions, ids.session());
        counted.whole = whole;
        whole.add(counted);
        if (inRound && whole.whole == null) {
            begin(whole, ids, false);
        }
    }

    /** Returns the metrics of that key: a session, a turn, or a turn and a round. */
    AiMetrics of(CallIds key) {
        Counted counted = key.turn().isEmpty()
                ? sessions.kept.get(key.session())
                : key.round() == 0 ? turns.kept.get(key.turn()) : rounds.kept.get(round(key));
        MetricsAccumulator all = new MetricsAccumulator();
        if (counted != null) {
            counted.addTo(all);
        }
        return all.metrics(key);
    }

    /** Removes what an item contains: turns with their rounds, and rounds whose turn is no longer stored separately. */
    private void forget(Counted whole) {
        for (Counted part : whole.parts) {
            turns.kept.remove(part.key);
            rounds.kept.remove(part.key);
            forget(part);
        }
    }

    void clear() {
        sessions.kept.clear();
        turns.kept.clear();
        rounds.kept.clear();
    }

    /** The finished events of a session, turn or round, and its turns or rounds that are stored separately. */
    private static final class Counted {
        private final String key;
        private @Nullable Counted whole;
        private List<TelemetryEvent> events = List.of();
        private List<Counted> parts = List.of();

        /** The child sessions that were opened here and are stored separately. */
        private List<Counted> children = List.of();

        /** The sum of parts that are no longer stored separately. */
        private @Nullable MetricsAccumulator before;

        Counted(String key) {
            this.key = key;
        }

        void add(TelemetryEvent event) {
            events = events.isEmpty() ? new ArrayList<>(4) : events;
            events.add(event);
        }

        void add(Counted part) {
            parts = parts.isEmpty() ? new ArrayList<>(4) : parts;
            parts.add(part);
        }

        void addChild(Counted session) {
            children = children.isEmpty() ? new ArrayList<>(4) : children;
            children.add(session);
        }

        void addTo(MetricsAccumulator sum) {
            addOwnTo(sum);
            parts.forEach(part -> part.addTo(sum));
            children.forEach(child -> sum.addCallsOf(child.sum()));
        }

        private MetricsAccumulator sum() {
            MetricsAccumulator all = new MetricsAccumulator();
            addTo(all);
            return all;
        }

        /** Adds the calls of a child session to its parent, because it is no longer stored separately. */
        void leaveParent() {
            Counted parent = whole;
            if (parent != null) {
                parent.children.remove(this);
                parent.before().addCallsOf(sum());
                whole = null;
            }
        }

        private MetricsAccumulator before() {
            MetricsAccumulator known = before == null ? new MetricsAccumulator() : before;
            before = known;
            return known;
        }

        private void addOwnTo(MetricsAccumulator sum) {
            if (before != null) {
                sum.add(before);
            }
            events.forEach(sum::add);
        }

        /** Adds the metrics to the containing item, because this one is no longer stored separately. */
        void dissolve() {
            if (whole != null) {
                whole.parts.remove(this);
                addOwnTo(whole.before());
                parts.forEach(whole::add);
                children.forEach(whole::addChild);
            }
            for (Counted part : parts) {
                part.whole = whole;
            }
            for (Counted child : children) {
                child.whole = whole;
            }
        }
    }

    /** The items by last use, up to a maximum number. */
    private static final class Latest {
        private final Map<String, Counted> kept = new LinkedHashMap<>(16, 0.75f, true);
        private final int most;

        Latest(int most) {
            this.most = most;
        }

        /** Stores an item, and returns the oldest one if it was removed for it. */
        @Nullable
        Counted put(Counted counted) {
            kept.put(counted.key, counted);
            return kept.size() > most ? kept.remove(kept.keySet().iterator().next()) : null;
        }
    }
}
