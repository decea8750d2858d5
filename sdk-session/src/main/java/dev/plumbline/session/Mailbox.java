package dev.plumbline.session;

import dev.plumbline.event.Progress;
import dev.plumbline.extend.SessionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The events one listener has not seen yet. Neighbouring pieces of text are joined, nothing is dropped, and whoever puts
 * events in never waits. They come out in order, one at a time, as many as were asked for.
 */
final class Mailbox {
    private final Executor executor;
    private final Outlet outlet;
    private final Deque<Letter> letters = new ArrayDeque<>();
    private long demand;
    private Optional<Runnable> last = Optional.empty();
    private boolean draining = true;
    private boolean stopped;

    /** A mailbox that holds everything back until it is {@linkplain #open opened}. */
    Mailbox(Executor executor, Outlet outlet) {
        this.executor = executor;
        this.outlet = outlet;
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
            if (event instanceof SessionEvent.ToolProgressed news) {
                forgetOlder(news);
            }
            if (event instanceof SessionEvent.Progressed) {
                letters.removeIf(letter -> letter.isReplacedBy(event));
            }
            Letter newest = letters.peekLast();
            if (newest == null || !newest.join(event)) {
                letters.add(new Letter(event));
            }
        }
    }

    /** What nobody saw of the same call's progress is old news: a tool that reports often fills no memory. */
    private void forgetOlder(SessionEvent.ToolProgressed news) {
        Iterator<Letter> newestFirst = letters.descendingIterator();
        while (newestFirst.hasNext()) {
            SessionEvent event = newestFirst.next().newest;
            if (event instanceof SessionEvent.ToolProgressed older
                    && older.call().id().equals(news.call().id())) {
                newestFirst.remove();
                return;
            }
            if (event instanceof SessionEvent.RoundStarted) {
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

    /** Has what is due delivered, if nobody is at it; to be called without a lock. */
    void wake() {
        synchronized (letters) {
            if (draining || stopped || !isDue()) {
                return;
            }
            draining = true;
        }
        try {
            executor.execute(this::drain);
        } catch (RejectedExecutionException closed) {
            drain(); // the threads are gone, but what happened must still be told
        } catch (RuntimeException gone) {
            stop(); // a UI that takes no more tasks has nobody left to tell
        }
    }

    private boolean isDue() {
        return letters.isEmpty() ? last.isPresent() : demand > 0;
    }

    private void drain() {
        for (Optional<Runnable> next = next(); next.isPresent(); next = next()) {
            next.get().run();
        }
    }

    private Optional<Runnable> next() {
        synchronized (letters) {
            draining = !stopped && isDue();
            if (!draining) {
                return Optional.empty();
            }
            if (letters.isEmpty()) {
                stopped = true;
                return last;
            }
            demand -= demand == Long.MAX_VALUE ? 0 : 1;
            SessionEvent event = letters.remove().event();
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

        /** Takes it up if it continues this one; the number is then that of the newest piece. */
        boolean join(SessionEvent event) {
            boolean continues = (event instanceof SessionEvent.Text || event instanceof SessionEvent.Reasoning)
                    && event.getClass() == newest.getClass()
                    && event.ids().equals(newest.ids());
            if (continues) {
                newest = event;
                words.append(words(event));
            }
            return continues;
        }

        /** Where a turn stands is old news once it stands elsewhere; its first and last state are told all the same. */
        boolean isReplacedBy(SessionEvent news) {
            return news instanceof SessionEvent.Progressed
                    && newest instanceof SessionEvent.Progressed older
                    && !older.progress().state().isOver()
                    && older.progress().state() != Progress.State.WORKING;
        }

        SessionEvent event() {
            if (newest instanceof SessionEvent.Text text) {
                return new SessionEvent.Text(text.sequence(), text.ids(), words.toString());
            }
            return newest instanceof SessionEvent.Reasoning reasoning
                    ? new SessionEvent.Reasoning(reasoning.sequence(), reasoning.ids(), words.toString())
                    : newest;
        }

        private static String words(SessionEvent event) {
            if (event instanceof SessionEvent.Text text) {
                return text.piece();
            }
            return event instanceof SessionEvent.Reasoning reasoning ? reasoning.piece() : "";
        }
    }
}
