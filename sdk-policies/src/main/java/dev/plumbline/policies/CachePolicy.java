package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.policy.internal.HashedKey;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Answers repeated calls from a store, and joins equal calls that run at the same time. A store that fails makes a call
 * slower, never wrong. Thread-safe if the store is.
 */
final class CachePolicy implements Policy {
    private static final TelemetryName JOINED = TelemetryName.of("joined");

    /** The difference between the clocks of two machines for which an entry is not from the future. */
    private static final Duration SKEW = Duration.ofMinutes(10);

    private final ResponseStore store;
    private final Duration ttl;
    private final Scheduler time;
    private final CacheMissExplainer misses = new CacheMissExplainer();
    private final ConcurrentMap<HashedKey, InFlightCall> flights = new ConcurrentHashMap<>();
    private final AtomicBoolean failing = new AtomicBoolean();

    CachePolicy(ResponseStore store, Duration ttl, Scheduler time) {
        this.store = store;
        this.ttl = ttl;
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Optional<String> off = off(call);
        if (off.isPresent()) {
            call.addRemark(off.get());
            return next.proceed(call);
        }
        call.cancellation().throwIfCancelled();
        ResponseStore.Key key = ResponseStore.Key.of(call, CachedAnswerCodec.FORMAT);
        if (call.cacheMode() == CacheMode.REFRESH) {
            report(Lookup.REFRESH, call);
            return ask(call, next, key, Lookup.REFRESH);
        }
        Lookup found = look(key, call);
        return found.answer().isPresent() ? hit(found, call) : together(new Question(call, next, key), found);
    }

    private AiReturn hit(Lookup found, AiCall call) {
        report(found, call);
        return found.answer().orElseThrow().toBuilder()
                .ids(call.ids())
                .savedTokens(found.saved().orElse(0))
                .build();
    }

    /** Joins an equal running call, or leads; takes over from a leader that was abandoned. */
    private AiReturn together(Question question, Lookup found) {
        HashedKey key = HashedKey.quick(question.key());
        while (true) {
            InFlightCall mine = new InFlightCall();
            InFlightCall first = flights.putIfAbsent(key, mine);
            if (first == null) {
                return lead(question, found, key, mine);
            }
            if (first.isLedHere()) {
                return ask(question.call(), question.next(), question.key(), found);
            }
            Optional<AiReturn> shared = first.follow(question.call());
            if (shared.isPresent()) {
                return canUse(shared.get(), question.call())
                        ? joined(shared.get(), question.call())
                        : ask(question.call(), question.next(), question.key(), Lookup.MISFIT);
            }
        }
    }

    private AiReturn joined(AiReturn shared, AiCall call) {
        OptionalLong saved = shared.savedTokens() > 0 ? OptionalLong.of(shared.savedTokens()) : OptionalLong.empty();
        call.addRemark(withSaved("joined an equal call", saved));
        CallAccess.recorder(call).cacheLookup(shared.isOk(), JOINED, saved);
        return shared.withoutOpaque();
    }

    private AiReturn lead(Question question, Lookup found, HashedKey key, InFlightCall flight) {
        try {
            AiReturn ret = leadOrHit(question, found, flight);
            flights.remove(key, flight);
            flight.land(ret);
            return ret;
        } finally {
            flights.remove(key, flight);
            flight.abandon();
        }
    }

    /** Looks up the answer again, because an earlier leader may have stored it meanwhile; then calls the provider. */
    private AiReturn leadOrHit(Question question, Lookup found, InFlightCall flight) {
        AiCall call = question.call();
        Lookup again = found.is(Lookup.STORE_FAILED) ? found : lookAgain(question, found);
        if (again.answer().isPresent()) {
            return hit(again, call);
        }
        try (AnswerLease lease = AnswerLease.take(store, question.key(), call, again.is(Lookup.STORE_FAILED))) {
            again = shared(question, again, lease);
            if (again.answer().isPresent()) {
                return hit(again, call);
            }
            Lookup miss = again.is(Lookup.NO_ENTRY) ? Lookup.missing(misses.why(call)) : again;
            report(miss, call);
            return lease.ended(ask(call.withSink(flight.leading(call)), question.next(), question.key(), miss));
        }
    }

    /** Waits while another program asks; then returns what the store has. */
    private Lookup shared(Question question, Lookup found, AnswerLease lease) {
        Lookup last = found;
        while (lease.isBusy()) {
            lease.sleep();
            last = lookAgain(question, found);
            if (last.answer().isPresent()) {
                return last;
            }
            lease.takeAgain();
        }
        return lease.isShared() ? lookAgain(question, last) : last;
    }

    /** Looks up the answer once more; a miss keeps its first reason, because what was damaged is removed. */
    private Lookup lookAgain(Question question, Lookup found) {
        Lookup now = look(question.key(), question.call());
        return now.is(Lookup.NO_ENTRY) ? found : now;
    }

    @Override
    public Role role() {
        return Role.CACHE;
    }

    private Optional<String> off(AiCall call) {
        if (call.cacheMode() == CacheMode.BYPASS) {
            return Optional.of("bypass");
        }
        Optional<String> unread = unreadResource(call);
        if (unread.isPresent()) {
            return unread;
        }
        boolean varies = call.options().temperature().orElse(0) > 0;
        return varies ? Optional.of("off: temperature") : Optional.empty();
    }

    /** Returns the remark of a call whose resources could not be read, and which is neither looked up nor stored. */
    private static Optional<String> unreadResource(AiCall call) {
        Optional<ContextSnapshot> snapshot = call.attribute(ContextSnapshot.KEY);
        return snapshot.isEmpty() || snapshot.get().missingEssential().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "off: resource " + snapshot.get().missingEssential().get(0) + " could not be read");
    }

    private Lookup look(ResponseStore.Key key, AiCall call) {
        try {
            Lookup found = find(key, call);
            if (found.is(Lookup.DAMAGED)) {
                store.remove(key, AnswerLease.LIMIT, call.cancellation());
            }
            return found;
        } catch (RuntimeException | Error isolated) {
            call.cancellation().throwIfCancelled();
            report(isolated, call);
            return Lookup.STORE_FAILED;
        }
    }

    private Lookup find(ResponseStore.Key key, AiCall call) {
        try {
            return store.find(key, AnswerLease.LIMIT, call.cancellation())
                    .map(entry -> judge(entry, call))
                    .orElse(Lookup.NO_ENTRY);
        } catch (AiException e) {
            if (e.error().category() != AiError.Category.INVALID_RESPONSE) {
                throw e;
            }
            return Lookup.DAMAGED;
        }
    }

    private Lookup judge(ResponseStore.Entry entry, AiCall call) {
        Instant now = time.instant();
        if (entry.stored().isAfter(now.plus(SKEW))) {
            return Lookup.REFUSED;
        }
        if (Duration.between(entry.stored(), now).compareTo(ttl) >= 0) {
            return Lookup.EXPIRED;
        }
        return CachedAnswerCodec.read(entry.answer())
                .map(answer -> canUse(answer, call)
                        ? Lookup.hit(answer, CachedAnswerCodec.tokens(entry.answer()))
                        : Lookup.MISFIT)
                .orElse(Lookup.DAMAGED);
    }

    /**
     * Returns whether an answer can be bound to the type of this call: calls with the same schema may have different types,
     * and what a type accepts may have changed since.
     */
    private static boolean canUse(AiReturn answer, AiCall call) {
        Optional<Json> schema = call.outputSchema();
        if (schema.isEmpty() || !answer.isOk() || !answer.toolCalls().isEmpty()) {
            return true;
        }
        AnswerCheck check = AnswerCheck.of(call, schema.get());
        try {
            return check.binding().isEmpty() || check.canBind(UntrustedJson.parse(answer.text()));
        } catch (JsonException notJson) {
            return false;
        }
    }

    private AiReturn ask(AiCall call, Next next, ResponseStore.Key key, Lookup found) {
        AiReturn ret = next.proceed(call);
        Optional<String> refusal = CachedAnswerCodec.refusal(ret, call);
        if (refusal.isEmpty() && found.is(Lookup.STORE_FAILED)) {
            refusal = Optional.of("store failed"); // one limit of a store that hangs is enough for a call
        } else if (refusal.isEmpty()) {
            refusal = keep(call, key, ret);
        }
        if (refusal.isPresent()) {
            call.addRemark(found.note() + ", not kept: " + refusal.get());
        }
        return ret;
    }

    private Optional<String> keep(AiCall call, ResponseStore.Key key, AiReturn ret) {
        try {
            store.put(key, entry(call, key, ret.withoutOpaque()), AnswerLease.LIMIT, call.cancellation());
            failing.set(false);
            return Optional.empty();
        } catch (RuntimeException | Error isolated) {
            if (call.cancellation().isCancelled()) {
                return Optional.of("cancelled");
            }
            if (isTooLarge(isolated)) {
                return Optional.of("too large");
            }
            report(isolated, call);
            return Optional.of("store failed");
        }
    }

    private static boolean isTooLarge(Throwable thrown) {
        return thrown instanceof AiException e && e.error().category() == AiError.Category.TOO_LARGE;
    }

    private ResponseStore.Entry entry(AiCall call, ResponseStore.Key key, AiReturn ret) {
        Instant now = time.instant();
        return new ResponseStore.Entry(
                CachedAnswerCodec.write(ret),
                now,
                expiry(now),
                call.model().toString(),
                key.resources().keySet());
    }

    /** Counts in seconds, because the time until the end of time has more nanoseconds than a long. */
    private Instant expiry(Instant now) {
        long seconds = Instant.MAX.getEpochSecond() - now.getEpochSecond();
        return ttl.toSeconds() < seconds ? now.plus(ttl) : Instant.MAX;
    }

    private void report(Lookup found, AiCall call) {
        call.addRemark(found.note());
        CallAccess.recorder(call).cacheLookup(found.answer().isPresent(), found.why(), found.saved());
    }

    /** Logs one warning while a store fails, not one for each call. */
    private void report(Throwable thrown, AiCall call) {
        if (failing.getAndSet(true)) {
            return;
        }
        CallAccess.recorder(call).failed("response-store", thrown);
        TelemetryName cause = TelemetryName.of(thrown.getClass().getSimpleName());
        call.observer()
                .onEvent(new TelemetryEvent.ExtensionFailed(
                        call.ids(), time.instant(), TelemetryName.of("response-store"), cause));
    }

    private static String withSaved(String note, OptionalLong saved) {
        return saved.isPresent() ? note + ": " + saved.getAsLong() + " tokens saved" : note;
    }

    /** A call, its next policy, and the key of its answer. */
    private record Question(AiCall call, Next next, ResponseStore.Key key) {}

    /** The result of a lookup in the store. */
    private record Lookup(Optional<AiReturn> answer, String note, TelemetryName why, OptionalLong saved) {
        static final Lookup NO_ENTRY = none("miss: no entry", "no-entry");
        static final Lookup EXPIRED = none("miss: expired", "expired");
        static final Lookup REFUSED = none("miss: refused entry, from the future", "refused");
        static final Lookup MISFIT = none("miss: does not fit the type", "misfit");
        static final Lookup DAMAGED = none("miss: damaged entry", "damaged");
        static final Lookup STORE_FAILED = none("miss: store failed", "store-failed");
        static final Lookup REFRESH = none("refresh", "refresh");

        boolean is(Lookup other) {
            return note.equals(other.note);
        }

        static Lookup missing(String why) {
            return none("miss: " + why, why.equals("no entry") ? "no-entry" : "changed");
        }

        static Lookup hit(AiReturn answer, OptionalLong saved) {
            return new Lookup(Optional.of(answer), withSaved("hit", saved), TelemetryName.of("hit"), saved);
        }

        private static Lookup none(String note, String why) {
            return new Lookup(Optional.empty(), note, TelemetryName.of(why), OptionalLong.empty());
        }
    }
}
