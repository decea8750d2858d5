package dev.plumbline.tools;

import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Lets one errand at a time through to its place, in order: tools that share a word never run at the same time. */
final class Turnstile {
    private final Duration patience;
    private final Deque<Ticket> waiting = new ArrayDeque<>();
    private boolean taken;

    Turnstile(Duration patience) {
        this.patience = patience;
    }

    /** That place, behind this turnstile. */
    Place before(Place place) {
        return new Place() {
            @Override
            public Subscription start(Errand errand) {
                Ticket ticket = new Ticket(place, errand);
                if (enter(ticket)) {
                    ticket.go();
                }
                return ticket;
            }

            @Override
            public Duration patience() {
                Duration further = place.patience();
                return further == null ? patience : patience.plus(further);
            }
        };
    }

    private synchronized boolean enter(Ticket ticket) {
        boolean free = !taken;
        taken = true;
        if (!free) {
            waiting.add(ticket);
        }
        return free;
    }

    private void leave() {
        for (Ticket next = next(); next != null; next = next()) {
            try {
                next.go();
                return;
            } catch (RejectedExecutionException refused) {
                next.errand.done();
            }
        }
    }

    private synchronized @Nullable Ticket next() {
        Ticket next = waiting.poll();
        taken = next != null;
        return next;
    }

    private synchronized boolean giveUp(Ticket ticket) {
        return waiting.remove(ticket);
    }

    /** One errand that stands before the turnstile or has passed it. */
    private final class Ticket implements Errand, Subscription {
        private final Place place;
        private final Errand errand;
        private volatile Optional<Subscription> started = Optional.empty();
        private volatile boolean unwanted;

        Ticket(Place place, Errand errand) {
            this.place = place;
            this.errand = errand;
        }

        void go() {
            try {
                Subscription running = place.start(this);
                started = Optional.of(running);
                if (unwanted) {
                    running.close();
                }
            } catch (RejectedExecutionException e) {
                leave();
                throw e;
            }
        }

        @Override
        public boolean begin() {
            return errand.begin();
        }

        @Override
        public void run() {
            errand.run();
        }

        @Override
        public void done() {
            leave();
            errand.done();
        }

        @Override
        public boolean isFollowed() {
            return errand.isFollowed();
        }

        @Override
        public void close() {
            unwanted = true;
            if (giveUp(this)) {
                errand.done();
            } else {
                started.ifPresent(Subscription::close);
            }
        }
    }
}
