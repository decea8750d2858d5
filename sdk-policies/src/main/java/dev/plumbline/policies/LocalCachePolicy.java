package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.CacheUse;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Answers from a store what was answered before, and asks once what several ask at the same time. A store
 * that fails makes a call slower, never wrong. Safe for any number of threads if the store is.
 */
final class LocalCachePolicy implements Policy {
    private static final Label JOINED = Label.of("joined");

    private final ResponseStore store;
    private final CacheOptions options;
    private final Timekeeper time;
    private final Asked asked = new Asked();
    private final ConcurrentMap<ResponseStore.Key, Flight> flights = new ConcurrentHashMap<>();
    private final AtomicBoolean failing = new AtomicBoolean();

    LocalCachePolicy(ResponseStore store, CacheOptions options, Timekeeper time) {
        this.store = store;
        this.options = options;
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Optional<String> off = off(call);
        if (off.isPresent()) {
            call.note(off.get());
            return next.proceed(call);
        }
        call.cancellation().throwIfCancelled();
        ResponseStore.Key key =
                new ResponseStore.Key(call.namespace(), call.fingerprint(), call.resources(), KeptAnswer.FORMAT);
        if (call.cacheUse() == CacheUse.REFRESH) {
            report(Lookup.REFRESH, call);
            return ask(call, next, key, Lookup.REFRESH);
        }
        Lookup found = look(key, call);
        return found.answer().isPresent() ? hit(found, call) : together(new Question(call, next, key), found);
    }

    private AiReturn hit(Lookup found, AiCall call) {
        report(found, call);
        return found.answer().orElseThrow().toBuilder().ids(call.ids()).build();
    }

    /** Asks unless another call is asking already; takes over from a leader that gave up. */
    private AiReturn together(Question question, Lookup found) {
        while (true) {
            Flight mine = new Flight();
            Flight first = flights.putIfAbsent(question.key(), mine);
            if (first == null) {
                return lead(question, found, mine);
            }
            if (first.isLedHere()) {
                return ask(question.call(), question.next(), question.key(), found);
            }
            Optional<AiReturn> shared = first.follow(question.call());
            if (shared.isPresent()) {
                return joined(shared.get(), question.call());
            }
        }
    }

    private AiReturn joined(AiReturn shared, AiCall call) {
        call.note("joined an equal call");
        call.recorder().lookedUp(shared.isOk(), JOINED);
        return shared;
    }

    private AiReturn lead(Question question, Lookup found, Flight flight) {
        try {
            AiReturn ret = leadOrHit(question, found, flight);
            flights.remove(question.key(), flight);
            flight.land(ret);
            return ret;
        } finally {
            flights.remove(question.key(), flight);
            flight.abandon();
        }
    }

    /** Looks again first: who led before may have stored the answer since this call looked. */
    private AiReturn leadOrHit(Question question, Lookup found, Flight flight) {
        AiCall call = question.call();
        Lookup again = found.is(Lookup.NO_ENTRY) || found.is(Lookup.EXPIRED) ? look(question.key(), call) : found;
        if (again.answer().isPresent()) {
            return hit(again, call);
        }
        Lookup miss = again.is(Lookup.NO_ENTRY) ? Lookup.missing(asked.why(call)) : again;
        report(miss, call);
        return ask(call.withSink(flight.leading(call)), question.next(), question.key(), miss);
    }

    @Override
    public Role role() {
        return Role.CACHE;
    }

    private Optional<String> off(AiCall call) {
        if (call.cacheUse() == CacheUse.BYPASS) {
            return Optional.of("bypass");
        }
        Optional<String> unread = unreadResource(call);
        if (unread.isPresent()) {
            return unread;
        }
        boolean varies = call.options().temperature().orElse(0) > 0;
        return varies && !options.withTemperature() ? Optional.of("off: temperature") : Optional.empty();
    }

    /** What an answer depends on is not known: it is neither looked up nor stored. */
    private static Optional<String> unreadResource(AiCall call) {
        Optional<ContextSnapshot> said = call.get(ContextSnapshot.KEY);
        return said.isEmpty() || said.get().unread().isEmpty()
                ? Optional.empty()
                : Optional.of("off: resource " + said.get().unread().get(0) + " could not be read");
    }

    private Lookup look(ResponseStore.Key key, AiCall call) {
        try {
            Optional<ResponseStore.Entry> entry = store.find(key);
            return entry.isPresent() ? judge(key, entry.get()) : Lookup.NO_ENTRY;
        } catch (RuntimeException | Error isolated) {
            report(isolated, call);
            return Lookup.STORE_FAILED;
        }
    }

    private Lookup judge(ResponseStore.Key key, ResponseStore.Entry entry) {
        Instant now = time.instant();
        if (entry.stored().isAfter(now)) {
            return Lookup.FUTURE;
        }
        if (Duration.between(entry.stored(), now).compareTo(options.ttl()) >= 0) {
            return Lookup.EXPIRED;
        }
        Optional<AiReturn> answer = KeptAnswer.read(entry.answer());
        if (answer.isEmpty()) {
            store.invalidate(key::equals);
            return Lookup.DAMAGED;
        }
        return Lookup.hit(answer.get());
    }

    private AiReturn ask(AiCall call, Next next, ResponseStore.Key key, Lookup found) {
        AiReturn ret = next.proceed(call);
        Optional<String> refusal = KeptAnswer.refusal(ret, call);
        if (refusal.isEmpty()) {
            refusal = keep(call, key, ret);
        }
        if (refusal.isPresent()) {
            call.note(found.note() + ", not kept: " + refusal.get());
        }
        return ret;
    }

    private Optional<String> keep(AiCall call, ResponseStore.Key key, AiReturn ret) {
        try {
            store.store(key, new ResponseStore.Entry(KeptAnswer.write(ret), time.instant()));
            failing.set(false);
            return Optional.empty();
        } catch (RuntimeException | Error isolated) {
            report(isolated, call);
            return Optional.of("store failed");
        }
    }

    private void report(Lookup found, AiCall call) {
        call.note(found.note());
        call.recorder().lookedUp(found.answer().isPresent(), found.why());
    }

    /** One warning while a store fails, not one a call. */
    private void report(Throwable thrown, AiCall call) {
        if (failing.getAndSet(true)) {
            return;
        }
        Label cause = Label.of(thrown.getClass().getSimpleName());
        call.events()
                .onEvent(new AiEvent.ExtensionFailed(call.ids(), time.instant(), Label.of("response-store"), cause));
    }

    /** A call, where it goes, and under which key its answer is kept. */
    private record Question(AiCall call, Next next, ResponseStore.Key key) {}

    /** What the store had. */
    private record Lookup(Optional<AiReturn> answer, String note, Label why) {
        static final Lookup NO_ENTRY = new Lookup(Optional.empty(), "miss: no entry", Label.of("no-entry"));
        static final Lookup EXPIRED = new Lookup(Optional.empty(), "miss: expired", Label.of("expired"));
        static final Lookup FUTURE = new Lookup(Optional.empty(), "miss: from the future", Label.of("future"));
        static final Lookup DAMAGED = new Lookup(Optional.empty(), "miss: damaged entry", Label.of("damaged"));
        static final Lookup STORE_FAILED = new Lookup(Optional.empty(), "miss: store failed", Label.of("store-failed"));
        static final Lookup REFRESH = new Lookup(Optional.empty(), "refresh", Label.of("refresh"));

        boolean is(Lookup other) {
            return note.equals(other.note);
        }

        static Lookup missing(String why) {
            return new Lookup(
                    Optional.empty(), "miss: " + why, Label.of(why.equals("no entry") ? "no-entry" : "changed"));
        }

        static Lookup hit(AiReturn answer) {
            return new Lookup(Optional.of(answer), "hit", Label.of("hit"));
        }
    }
}
