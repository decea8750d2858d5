package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A policy of an eleventh author that replays the last answers, or one of its faults by number. */
final class RecentAnswers implements Policy {
    private static final int FORMAT = 1;

    private record Kept(List<AiDelta> deltas, ModelId model, FinishReason finish, long tokens, Instant until) {}

    private final int wrong;
    private final int capacity;
    private final Duration keptFor;
    private final Map<ResponseStore.Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    RecentAnswers(int wrong, int capacity, Duration keptFor) {
        this.wrong = wrong;
        this.capacity = capacity;
        this.keptFor = keptFor;
    }

    @Override
    public Role role() {
        return Role.CACHE;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        if (call.cacheMode() == CacheMode.BYPASS || !isRepeatable(call)) {
            return next.proceed(call);
        }
        ResponseStore.Key key = key(call);
        if (call.cacheMode() == CacheMode.READ_WRITE || wrong == 2) {
            Optional<Kept> found = find(key, now(call));
            if (found.isPresent()) {
                return replay(found.get(), call);
            }
        }
        AiReturn ret = next.proceed(call);
        if (isWhole(ret)) {
            put(key, kept(ret, now(call)));
        }
        return ret;
    }

    private ResponseStore.Key key(AiCall call) {
        return switch (wrong) {
            case 1 -> new ResponseStore.Key(call.namespace(), call.fingerprint(), Map.of(), FORMAT);
            case 7 ->
                ResponseStore.Key.of(
                        call.withEffective(List.of(Interaction.user(
                                call.effective().stream().map(Interaction::text).collect(Collectors.joining("\n"))))),
                        FORMAT);
            case 8 ->
                new ResponseStore.Key(
                        call.namespace(),
                        call.fingerprint(),
                        Map.of("all", new TreeMap<>(call.resources()).toString()),
                        FORMAT);
            default -> ResponseStore.Key.of(call, FORMAT);
        };
    }

    private static boolean isRepeatable(AiCall call) {
        return call.options().temperature().orElse(0) == 0;
    }

    private static boolean isWhole(AiReturn ret) {
        return ret.isOk()
                && ret.finish() == FinishReason.STOP
                && ret.toolCalls().isEmpty()
                && !ret.text().isBlank();
    }

    private static Instant now(AiCall call) {
        return call.attribute(AiCall.SCHEDULER).map(time -> time.instant()).orElseGet(Instant::now);
    }

    private Kept kept(AiReturn ret, Instant now) {
        List<AiDelta> deltas = new ArrayList<>();
        for (AiDelta delta : ret.deltas()) {
            if (wrong == 3
                    ? delta instanceof AiDelta.Text || delta instanceof AiDelta.Finish
                    : !(delta instanceof AiDelta.UsageReport)) { // who is given it has used no tokens
                deltas.add(delta);
            }
        }
        return new Kept(
                List.copyOf(deltas),
                ret.model(),
                ret.finish(),
                ret.usage().total(),
                now.plus(wrong == 4 ? keptFor.multipliedBy(1000) : keptFor));
    }

    private synchronized Optional<Kept> find(ResponseStore.Key key, Instant now) {
        Kept found = kept.get(key);
        if (found != null && !now.isBefore(found.until())) {
            kept.remove(key);
            return Optional.empty();
        }
        if (wrong == 9 && found != null) {
            kept.put(key, new Kept(found.deltas(), found.model(), found.finish(), found.tokens(), now.plus(keptFor)));
        }
        return Optional.ofNullable(found);
    }

    private synchronized void put(ResponseStore.Key key, Kept answer) {
        kept.put(key, answer);
        while (kept.size() > capacity) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    private static AiReturn replay(Kept answer, AiCall call) {
        for (AiDelta delta : answer.deltas()) {
            if (call.cancellation().isCancelled()) {
                return AiReturn.failed(AiError.of(AiError.Category.CANCELLED, "cancelled", "the call was cancelled"));
            }
            call.sink().accept(delta);
        }
        call.addRemark("replayed");
        return AiReturn.builder()
                .deltas(answer.deltas())
                .finish(answer.finish())
                .usage(Usage.NONE)
                .savedTokens(answer.tokens())
                .model(answer.model())
                .ids(call.ids())
                .build();
    }
}
