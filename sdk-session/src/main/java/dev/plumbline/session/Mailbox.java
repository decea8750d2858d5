package dev.plumbline.session;

import dev.plumbline.call.SessionOptions.Coalescing;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.Progress;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * The events one listener has not seen yet. Neighbouring pieces of text are joined, nothing is dropped, and whoever puts
 * events in never waits. They come out in order, one at a time, as many as were asked for, text at its {@linkplain Pace pace}.
 */
final class Mailbox {
    /** How many events are told in one task: the screen is somebody else's in between. */
    private static final int AT_ONCE = 16;

    private final Executor executor;
    private final Outlet outlet;
    private final Pace pace;
    private final Deque<Letter> letters = new ArrayDeque<>();
    private long demand;
    private Optional<Runnable> last = Optional.empty();
    private boolean draining = true;
    private boolean stopped;

    /** A mailbox that holds everything back until it is {@linkplain #open opened}. */
    Mailbox(Executor executor, Outlet outlet, Pace pace) {
        this.executor = executor;
        this.outlet = outlet;
        this.pace = pace;
    }

    void open() {
        synchronized (letters) {
            draining = false;
        }
        wake();
    }

    /** Puts an event in; calls nobody. */
    void offer(SessionEvent event) {
        synchronized (letters) {
            if (stopped || last.isPresent()) {
                return;
            }
            if (event instanceof SessionEvent.ToolProgressed || event instanceof SessionEvent.Progressed) {
                forgetOlder(event);
            }
            Letter newest = letters.peekLast();
            if (newest == null || !newest.join(event)) {
                letters.add(new Letter(event));
            }
        }
    }

    /**
     * What nobody saw of how far a call or a turn is, is old news: who reports often fills no memory. It is looked for in the
     * newest turn alone, because a view that is blocked for long may be many turns behind.
     */
    private void forgetOlder(SessionEvent news) {
        Iterator<Letter> newestFirst = letters.descendingIterator();
        while (newestFirst.hasNext()) {
            Letter letter = newestFirst.next();
            if (letter.isReplacedBy(news)) {
                newestFirst.remove();
                return;
            }
            if (letter.newest instanceof SessionEvent.TurnStarted) {
                return;
            }
        }
    }

    void request(long more) {
        synchronized (letters) {
            demand = demand + more < 0 ? Long.MAX_VALUE : demand + more;
        }
        wake();
    }

    /** Ends it once everything inside has come out. */
    void complete() {
        end(outlet::complete, false);
    }

    /** Ends it at once with a complaint. */
    void fail(Throwable why) {
        end(() -> outlet.failed(why), true);
    }

    private void end(Runnable signal, boolean atOnce) {
        synchronized (letters) {
            last = Optional.of(last.filter(ending -> !atOnce).orElse(signal));
            if (atOnce) {
                letters.clear();
            }
        }
        wake();
    }

    /** Lets nothing more out. */
    void stop() {
        synchronized (letters) {
            stopped = true;
            letters.clear();
        }
    }

    boolean isStopped() {
        synchronized (letters) {
            return stopped;
        }
    }

    /**
     * Has what is due delivered, if nobody is at it, and sees to it that text which comes too early does not stay for good; to be called
     * without a lock.
     */
    void wake() {
        boolean due;
        Optional<Duration> wait;
        synchronized (letters) {
            boolean free = !draining && !stopped;
            boolean held = free && isHeld();
            due = free && !held && isDue();
            draining |= due;
            wait = held ? pace.patience() : Optional.empty();
        }
        if (due) {
            deliver();
        }
        wait.ifPresent(time -> pace.callLater(time, this::ring));
    }

    private void ring() {
        synchronized (letters) {
            pace.rang();
        }
        wake();
    }

    private void deliver() {
        try {
            executor.execute(() -> drain(AT_ONCE));
        } catch (RejectedExecutionException closed) {
            drain(Integer.MAX_VALUE); // the threads are gone, but what happened must still be told
        } catch (RuntimeException gone) {
            stop(); // a UI that takes no more tasks has nobody left to tell
        }
    }

    private boolean isDue() {
        return letters.isEmpty() ? last.isPresent() : demand > 0;
    }

    /** Text that more may be added to waits a little for it; text that something follows does not. */
    private boolean isHeld() {
        return letters.size() == 1
                && last.isEmpty()
                && letters.element().isText()
                && pace.holds(letters.element().length());
    }

    private void drain(int most) {
        for (int told = 0; told < most; told++) {
            Optional<Runnable> next = next();
            if (next.isEmpty()) {
                wake(); // something may have come since, or is held
                return;
            }
            next.get().run();
        }
        deliver();
    }

    private Optional<Runnable> next() {
        synchronized (letters) {
            draining = !stopped && !isHeld() && isDue();
            if (!draining) {
                return Optional.empty();
            }
            if (letters.isEmpty()) {
                stopped = true;
                return last;
            }
            demand -= demand == Long.MAX_VALUE ? 0 : 1;
            Letter letter = letters.remove();
            if (letter.isText()) {
                pace.passed();
            }
            SessionEvent event = letter.event();
            return Optional.of(() -> outlet.next(event));
        }
    }

    /** Who gets the events; throws nothing. */
    interface Outlet {
        void next(SessionEvent event);

        void complete();

        void failed(Throwable why);
    }

    /** One event in a mailbox; a piece of text takes up what follows of its kind. Not thread-safe. */
    private static final class Letter {
        private SessionEvent newest;
        private final StringBuilder words = new StringBuilder();

        Letter(SessionEvent event) {
            this.newest = event;
            this.words.append(words(event));
        }

        boolean isText() {
            return isText(newest);
        }

        private static boolean isText(SessionEvent event) {
            return event instanceof SessionEvent.Text
                    || event instanceof SessionEvent.Reasoning
                    || event instanceof SessionEvent.ToolProposed;
        }

        int length() {
            return words.length();
        }

        /** Takes it up if it continues this one; the number is then that of the newest piece. */
        boolean join(SessionEvent event) {
            boolean continues = (isText(event) || event instanceof SessionEvent.Heartbeat)
                    && event.getClass() == newest.getClass()
                    && event.ids().equals(newest.ids())
                    && callOf(event) == callOf(newest);
            if (continues) {
                newest = event;
                words.append(words(event));
            }
            return continues;
        }

        /** Where a call or a turn stands is old news once it stands elsewhere; a turn's first and last state are told all the same. */
        boolean isReplacedBy(SessionEvent news) {
            if (news instanceof SessionEvent.ToolProgressed now) {
                return newest instanceof SessionEvent.ToolProgressed older
                        && older.call().id().equals(now.call().id());
            }
            return news instanceof SessionEvent.Progressed
                    && newest instanceof SessionEvent.Progressed older
                    && !older.progress().state().isOver()
                    && older.progress().state() != Progress.State.WORKING;
        }

        private static int callOf(SessionEvent event) {
            return event instanceof SessionEvent.ToolProposed piece ? piece.index() : 0;
        }

        SessionEvent event() {
            if (newest instanceof SessionEvent.Text text) {
                return new SessionEvent.Text(text.sequence(), text.ids(), words.toString());
            }
            if (newest instanceof SessionEvent.ToolProposed piece) {
                return new SessionEvent.ToolProposed(
                        piece.sequence(), piece.ids(), piece.index(), piece.tool(), words.toString());
            }
            return newest instanceof SessionEvent.Reasoning reasoning
                    ? new SessionEvent.Reasoning(reasoning.sequence(), reasoning.ids(), words.toString())
                    : newest;
        }

        private static String words(SessionEvent event) {
            if (event instanceof SessionEvent.Text text) {
                return text.piece();
            }
            if (event instanceof SessionEvent.ToolProposed piece) {
                return piece.arguments();
            }
            return event instanceof SessionEvent.Reasoning reasoning ? reasoning.piece() : "";
        }
    }

    /**
     * How often one listener gets text: at once when there was none for a while, and otherwise when there is enough of it or it has
     * waited long enough; never twice within a frame of a screen, because nobody would see it. Guarded by its mailbox.
     */
    static final class Pace {
        /** A screen of 60 Hz shows nothing that came sooner. */
        private static final long FRAME = Duration.ofMillis(16).toNanos();

        private static final Coalescing AT_ONCE = new Coalescing(1, Duration.ZERO);

        private final Timekeeper time;
        private final Supplier<Coalescing> window;
        private long newest;
        private boolean begun;
        private boolean waiting;

        private Pace(Timekeeper time, Supplier<Coalescing> window) {
            this.time = time;
            this.window = window;
        }

        static Pace of(Timekeeper time, Supplier<Coalescing> window) {
            return new Pace(time, window);
        }

        /** One that holds nothing back: for those who say themselves when they want more. */
        static Pace unheld(Timekeeper time) {
            return new Pace(time, () -> AT_ONCE);
        }

        /** Whether text of that length comes too early. */
        boolean holds(int characters) {
            if (!begun) {
                return false;
            }
            Coalescing now = window.get();
            long passed = time.nanos() - newest;
            return passed < now.time().toNanos() && (passed < FRAME || characters < now.characters());
        }

        /** Some text goes out now. */
        void passed() {
            begun = true;
            newest = time.nanos();
        }

        /** How long to wait for more, first to the end of the frame; said once until it {@linkplain #rang rings}. */
        Optional<Duration> patience() {
            if (waiting) {
                return Optional.empty();
            }
            waiting = true;
            long passed = time.nanos() - newest;
            long whole = window.get().time().toNanos();
            return Optional.of(
                    Duration.ofNanos(Math.max(1, (passed < FRAME ? Math.min(FRAME, whole) : whole) - passed)));
        }

        void rang() {
            waiting = false;
        }

        /** Calls when the time has come; to be called without a lock. */
        void callLater(Duration wait, Runnable action) {
            var unused = time.schedule(wait, action);
        }
    }
}
