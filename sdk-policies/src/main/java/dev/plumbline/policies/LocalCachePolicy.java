package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.CacheUse;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.extend.ResponseStore;
import dev.plumbline.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The layer that answers from a store what was answered before. A store that fails makes a call slower, never wrong. Safe
 * for any number of threads if the store is.
 */
final class LocalCachePolicy implements Policy {
    private final ResponseStore store;
    private final CacheOptions options;
    private final Timekeeper time;

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
        Lookup found = call.cacheUse() == CacheUse.REFRESH ? Lookup.REFRESH : look(key, call);
        tell(found, call);
        return found.answer()
                .map(kept -> kept.toBuilder().ids(call.ids()).build())
                .orElseGet(() -> ask(call, next, key, found));
    }

    @Override
    public Role role() {
        return Role.CACHE;
    }

    private Optional<String> off(AiCall call) {
        if (call.cacheUse() == CacheUse.BYPASS) {
            return Optional.of("bypass");
        }
        boolean varies = call.options().temperature().orElse(0) > 0;
        return varies && !options.withTemperature() ? Optional.of("off: temperature") : Optional.empty();
    }

    private Lookup look(ResponseStore.Key key, AiCall call) {
        try {
            return store.find(key).map(entry -> judge(key, entry)).orElse(Lookup.NO_ENTRY);
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
        Optional<String> refusal = KeptAnswer.refusal(ret, call).or(() -> keep(call, key, ret));
        refusal.ifPresent(why -> call.note(found.note() + ", not kept: " + why));
        return ret;
    }

    private Optional<String> keep(AiCall call, ResponseStore.Key key, AiReturn ret) {
        try {
            store.store(key, new ResponseStore.Entry(KeptAnswer.write(ret), time.instant()));
            return Optional.empty();
        } catch (RuntimeException | Error isolated) {
            report(isolated, call);
            return Optional.of("store failed");
        }
    }

    private void tell(Lookup found, AiCall call) {
        call.note(found.note());
        boolean hit = found.answer().isPresent();
        call.events().onEvent(new AiEvent.CacheChecked(call.ids(), time.instant(), hit, found.why()));
    }

    private void report(Throwable thrown, AiCall call) {
        Label cause = Label.of(thrown.getClass().getSimpleName());
        call.events()
                .onEvent(new AiEvent.ExtensionFailed(call.ids(), time.instant(), Label.of("response-store"), cause));
    }

    /** What the store had. */
    private record Lookup(Optional<AiReturn> answer, String note, Label why) {
        static final Lookup NO_ENTRY = new Lookup(Optional.empty(), "miss: no entry", Label.of("no-entry"));
        static final Lookup EXPIRED = new Lookup(Optional.empty(), "miss: expired", Label.of("expired"));
        static final Lookup FUTURE = new Lookup(Optional.empty(), "miss: from the future", Label.of("future"));
        static final Lookup DAMAGED = new Lookup(Optional.empty(), "miss: damaged entry", Label.of("damaged"));
        static final Lookup STORE_FAILED = new Lookup(Optional.empty(), "miss: store failed", Label.of("store-failed"));
        static final Lookup REFRESH = new Lookup(Optional.empty(), "refresh", Label.of("refresh"));

        static Lookup hit(AiReturn answer) {
            return new Lookup(Optional.of(answer), "hit", Label.of("hit"));
        }
    }
}
