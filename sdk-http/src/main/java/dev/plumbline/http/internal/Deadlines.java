package dev.plumbline.http.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one exchange: to connect, to the first event, between events, and in total. Only events count, and
 * only while a caller waits for one. Costs one clock reading per read, and one timer, which is set again if it fires
 * too early.
 *
 * <p>Silence counts only while the process runs. The timer fires several times within a limit. If it fires late, the
 * process was suspended meanwhile, and that time does not count. The limit of the whole answer counts all time.
 */
final class Deadlines implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final int STEPS = 8;

    /** The silence after which the receiver learns that nothing has arrived yet. */
    private static final long SILENCE = Duration.ofSeconds(10).toNanos();

    private final Scheduler time;
    private final Timeouts limits;
    private final Consumer<AiError> expired;
    private Phase phase = Phase.CONNECT;
    private long since;
    /** Written by the reader, without the lock when it only begins to handle bytes: the timer reads it once for each ring. */
    private volatile boolean paused;

    private boolean closed;
    private long begun;
    private long rings = Long.MAX_VALUE;
    private @Nullable Subscription timer;
    private @Nullable Runnable silence;

    Deadlines(Scheduler time, Timeouts limits, Consumer<AiError> expired) {
        this.time = time;
        this.limits = limits;
        this.expired = expired;
    }

    /** Sets an action for the case that the first event is late; it runs once. Called before {@link #begin}. */
    void onSilence(Runnable action) {
        silence = action;
    }

    Duration connectLimit() {
        return limits.connect();
    }

    Duration firstEventLimit() {
        return limits.firstEvent();
    }

    /** Starts the deadlines of the exchange. */
    synchronized void begin() {
        begun = time.nanoTime();
        enter(Phase.CONNECT);
    }

    /** Marks the connection as open and the request as being sent. */
    synchronized void connected() {
        if (phase == Phase.CONNECT && !closed) {
            enter(Phase.FIRST_EVENT);
        }
    }

    /** Pauses the deadline while the reader handles bytes. */
    void pause() {
        paused = true;
    }

    /** Resumes the deadline when the reader waits again; {@code event} says whether the bytes had an event. */
    synchronized void resume(boolean event) {
        paused = false;
        if (event && phase != Phase.IDLE && !closed) {
            enter(Phase.IDLE);
        } else if (event) {
            since = time.nanoTime();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        takeBack();
    }

    private void takeBack() {
        if (timer != null) {
            timer.close();
            timer = null;
        }
    }

    private void enter(Phase next) {
        phase = next;
        since = time.nanoTime();
        long wait = Math.min(step(next), left(Phase.TOTAL, begun, since));
        if (rings == Long.MAX_VALUE || since + wait - rings < 0) {
            arm(since, wait);
        }
    }

    private void arm(long now, long wait) {
        takeBack();
        rings = now + wait;
        timer = time.schedule(Duration.ofNanos(Math.max(0, wait)), this::ring);
    }

    private void ring() {
        Runnable silent = silent();
        if (silent != null) {
            silent.run();
        }
        Phase late = late();
        if (late != Phase.NONE) {
            expired.accept(error(late));
        }
    }

    private synchronized @Nullable Runnable silent() {
        Runnable action = silence;
        if (action == null || closed || phase != Phase.FIRST_EVENT || time.nanoTime() - since < SILENCE) {
            return null;
        }
        silence = null;
        return action;
    }

    private synchronized Phase late() {
        if (closed) {
            return Phase.NONE;
        }
        long now = time.nanoTime();
        long suspended = now - (rings - since > 0 ? rings : since);
        since += Math.max(0, suspended);
        long inAll = left(Phase.TOTAL, begun, now);
        long inPhase = left(phase, paused ? now : since, now);
        if (Math.min(inAll, inPhase) <= 0) {
            return inAll <= 0 ? Phase.TOTAL : phase;
        }
        arm(now, Math.min(inAll, Math.min(inPhase, step(phase))));
        return Phase.NONE;
    }

    /**
     * Returns the maximum interval of the timer: of a time in which the process was suspended, at most this part counts
     * as silence.
     */
    private long step(Phase of) {
        long part = Math.max(1, left(of, 0, 0) / STEPS);
        return silence != null && of == Phase.FIRST_EVENT ? Math.min(SILENCE, part) : part;
    }

    private long left(Phase of, long from, long now) {
        Duration limit = limit(of);
        return (limit.compareTo(LONGEST) < 0 ? limit : LONGEST).toNanos() - (now - from);
    }

    private Duration limit(Phase of) {
        return switch (of) {
            case CONNECT -> limits.connect();
            case FIRST_EVENT -> limits.firstEvent();
            case IDLE -> limits.idle();
            case TOTAL, NONE -> limits.total();
        };
    }

    private AiError error(Phase late) {
        return AiError.of(
                late.category,
                late.code,
                "no " + late.missing + " within " + limit(late) + "; see " + late.setting + "Timeout");
    }

    private enum Phase {
        CONNECT(Category.TIMEOUT_CONNECT, "connect", "connection", "connect"),
        FIRST_EVENT(Category.TIMEOUT_IDLE, "first-event", "first event", "firstEvent"),
        IDLE(Category.TIMEOUT_IDLE, "idle", "further event", "idle"),
        TOTAL(Category.TIMEOUT_TOTAL, "total", "whole answer", "total"),
        NONE(Category.INTERNAL, "", "", "");

        private final Category category;
        private final String code;
        private final String missing;
        private final String setting;

        Phase(Category category, String code, String missing, String setting) {
            this.category = category;
            this.code = code;
            this.missing = missing;
            this.setting = setting;
        }
    }
}
