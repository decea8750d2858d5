package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The deadlines of one exchange: to connect, to the first event, between events, in all. Only events count, and only
 * while somebody waits for one. Costs one look at the clock per read; a timer that would ring too early is left alone until
 * it does.
 */
final class Deadlines implements AutoCloseable {
    private final Timekeeper time;
    private final Timeouts limits;
    private final Consumer<AiError> expired;
    private Phase phase = Phase.CONNECT;
    private long since;
    private boolean paused;
    private boolean closed;
    private boolean over;
    private long rings = Long.MAX_VALUE;
    private Subscription quiet = () -> {};
    private Subscription total = () -> {};

    Deadlines(Timekeeper time, Timeouts limits, Consumer<AiError> expired) {
        this.time = time;
        this.limits = limits;
        this.expired = expired;
    }

    /** The exchange begins. */
    synchronized void begin() {
        total = time.schedule(limits.total(), () -> expired.accept(error(Phase.TOTAL)));
        enter(Phase.CONNECT);
    }

    /** The connection stands and the request is on its way. */
    synchronized void connected() {
        if (phase == Phase.CONNECT && !closed) {
            enter(Phase.FIRST_EVENT);
        }
    }

    /** The reader has got bytes and is busy with them. */
    synchronized void pause() {
        paused = true;
    }

    /** The reader waits again; whether there was an event among what it got. */
    synchronized void resume(boolean event) {
        paused = false;
        if (event && phase != Phase.IDLE && !closed) {
            enter(Phase.IDLE);
        } else if (event) {
            since = time.nanos();
        }
    }

    /** Nobody waits any more; what is to be done when the exchange is not over by then. */
    synchronized void left(Duration grace, Runnable late) {
        close();
        if (!over) {
            total = time.schedule(grace, late);
        }
    }

    /** The exchange is over; what has arrived may still be waited for. */
    synchronized void over() {
        over = true;
        if (closed) {
            total.close();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        quiet.close();
        total.close();
    }

    private void enter(Phase next) {
        phase = next;
        since = time.nanos();
        Duration wait = limit(next);
        if (rings == Long.MAX_VALUE || since + wait.toNanos() - rings < 0) {
            arm(wait);
        }
    }

    private void arm(Duration wait) {
        quiet.close();
        rings = time.nanos() + wait.toNanos();
        quiet = time.schedule(wait, this::ring);
    }

    private void ring() {
        Phase late = late();
        if (late != Phase.NONE) {
            expired.accept(error(late));
        }
    }

    private synchronized Phase late() {
        Duration left = limit(phase).minusNanos(paused ? 0 : time.nanos() - since);
        if (closed) {
            return Phase.NONE;
        }
        if (left.isZero() || left.isNegative()) {
            return phase;
        }
        arm(left);
        return Phase.NONE;
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
                "no " + late.missing + " within " + limit(late) + "; see Timeouts." + late.setting);
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
