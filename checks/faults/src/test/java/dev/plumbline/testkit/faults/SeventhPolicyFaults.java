package dev.plumbline.testkit.faults;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** Policies with one error each, written by a seventh author from the contract without knowledge of the laws. */
final class SeventhPolicyFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SeventhPolicyFaults() {}

    static List<PlantedFault> all() {
        SeventhPolicyFaults faults = new SeventhPolicyFaults();
        faults.calls();
        faults.answers();
        faults.attempts();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Laws laws) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> laws.create()));
    }

    private void calls() {
        // Policy.java, appliesTo: "Must be cheap and without side effects."
        add(
                "draws its sample when it is asked whether it applies",
                "Asking about a call counts it, so the next question about the same call has another answer.",
                () -> new Plain(Sampling::new, false));
    }

    private void answers() {
        // AiDelta.java, Whole: "A part that arrives in one piece: media, or a provider's opaque data."; Part.java,
        // Opaque:
        // "Provider data that is stored and sent back unchanged in its place"
        add(
                "counts pieces of text and passes on what it knows",
                "A part that arrives in one piece is in none of its cases and does not pass.",
                () -> new Plain(Counting::new, false));
        // ResponsePolicy.java, finish: "Passes on the text that was held back, at the end of the stream, complete or
        // not."
        add(
                "passes held text on with the finish reason",
                "A dash at the end of a stream that breaks off is lost, because no other delta follows it.",
                () -> new Plain(() -> ResponsePolicy.filter(call -> new Dashes()), true));
        // docs/testing.md: "Tool calls, tokens, ids and the reason of the end must pass"
        add(
                "copies an answer field by field",
                "The provider's own id of the request is not among the fields that are copied.",
                () -> new Plain(() -> (ResponsePolicy) LineEnds::onReturn, true));
        // AiReturn.java, usage: "Returns the tokens, summed over attempts and rounds; a cache hit adds nothing."
        add(
                "counts the tokens of a stored answer again",
                "An answer from its memory has the usage of the call that brought it.",
                () -> new Plain(Remembering::new, true));
    }

    private void attempts() {
        // AiError.java: "retryable whether the same call may be tried again"; docs/policies.md: "repeats calls that
        // failed
        // for a temporary reason"
        add(
                "judges all attempts by the first error",
                "After a temporary error it repeats a call whose second attempt failed for good.",
                () -> new Timed(Retrying::new, true));
        // docs/policies.md: "waits, or fails with the time at which to try again"
        add(
                "refuses a call at the very time that it named",
                "A call at the time at which to try again is refused once more, because the minute includes its end.",
                () -> new Timed(clock -> new PerMinute(5, clock), false));
    }

    /** Creates the laws of a policy. */
    private interface Laws {
        PolicyLaws create();
    }

    /** Creates a policy. */
    private interface PolicyOf {
        Policy create();
    }

    /** The laws of a policy without a clock of its own that calls once. */
    private record Plain(PolicyOf made, boolean changesAnswers) implements PolicyLaws {
        @Override
        public Policy policy() {
            return made.create();
        }

        @Override
        public boolean changesRequests() {
            return false;
        }
    }

    /** The laws of a policy with a clock. */
    private static final class Timed implements PolicyLaws {
        private final VirtualClock clock = VirtualClock.create();
        private final Function<Scheduler, Policy> made;
        private final boolean repeats;

        Timed(Function<Scheduler, Policy> made, boolean repeats) {
            this.made = made;
            this.repeats = repeats;
        }

        @Override
        public Policy policy() {
            return made.apply(clock);
        }

        @Override
        public boolean repeats() {
            return repeats;
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public VirtualClock clock() {
            return clock;
        }
    }

    /** Notes in the trace in how many pieces the text of an answer came. */
    private static final class Counting implements ResponsePolicy {
        @Override
        public AiReturn onReturn(AiReturn ret, AiCall call) {
            return ret;
        }

        @Override
        public DeltaFilter onDeltas(AiCall call) {
            int[] pieces = new int[1];
            return new DeltaFilter() {
                @Override
                public void accept(AiDelta delta, Consumer<AiDelta> out) {
                    if (delta instanceof AiDelta.Text || delta instanceof AiDelta.Refusal) {
                        pieces[0]++;
                        out.accept(delta);
                    } else if (delta instanceof AiDelta.Reasoning || delta instanceof AiDelta.ToolCallPart) {
                        out.accept(delta);
                    } else if (delta instanceof AiDelta.Boundary
                            || delta instanceof AiDelta.UsageReport
                            || delta instanceof AiDelta.Finish) {
                        out.accept(delta);
                    }
                }

                @Override
                public void finish(Consumer<AiDelta> out) {
                    call.addRemark(pieces[0] + " pieces of text");
                }
            };
        }

        @Override
        public int priority() {
            return 150;
        }
    }

    /** Notes in the trace of one call in ten that it belongs to the sample. */
    private static final class Sampling implements Policy {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public boolean appliesTo(AiCall call) {
            return calls.getAndIncrement() % 10 == 0;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            call.addRemark("sampled");
            return next.proceed(call);
        }

        @Override
        public int priority() {
            return 150;
        }
    }

    /** Shows two hyphens as a dash; a run of hyphens may come in pieces. */
    private static final class Dashes implements ResponsePolicy.DeltaFilter {
        private String held = "";

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text piece) {
                String text = held + piece.text();
                int end = text.length();
                while (end > 0 && text.charAt(end - 1) == '-') {
                    end--;
                }
                held = text.substring(end);
                show(text.substring(0, end), out);
            } else {
                show(held, out);
                held = "";
                out.accept(delta);
            }
        }

        private static void show(String text, Consumer<AiDelta> out) {
            if (!text.isEmpty()) {
                out.accept(new AiDelta.Text(text.replace("--", "–")));
            }
        }
    }

    /** Gives all lines of an answer the same end. */
    private static final class LineEnds {
        private LineEnds() {}

        static AiReturn onReturn(AiReturn ret, AiCall call) {
            AiReturn.Builder copy = AiReturn.builder()
                    .interactions(
                            ret.mapText(text -> text.replace("\r\n", "\n")).interactions())
                    .usage(ret.usage())
                    .finish(ret.finish())
                    .model(ret.model())
                    .ids(ret.ids())
                    .trace(ret.trace());
            ret.cost().ifPresent(copy::cost);
            ret.error().ifPresent(copy::error);
            return copy.build();
        }
    }

    /** Remembers the last hundred whole answers. */
    private static final class Remembering implements Policy {
        private final Map<Key, AiReturn> answers = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, AiReturn> eldest) {
                return size() > 100;
            }
        };

        @Override
        public Role role() {
            return Role.CACHE;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            if (call.cacheMode() == CacheMode.BYPASS) {
                return next.proceed(call);
            }
            Key key = new Key(call.namespace(), call.fingerprint(), call.resources());
            Optional<AiReturn> known = call.cacheMode() == CacheMode.REFRESH ? Optional.empty() : find(key);
            if (known.isPresent()) {
                call.addRemark("hit");
                AiReturn hit = known.get().toBuilder().ids(call.ids()).build();
                hit.deltas().forEach(call.sink());
                return hit;
            }
            call.addRemark("miss");
            AiReturn ret = next.proceed(call);
            if (ret.isOk()
                    && ret.finish() == FinishReason.STOP
                    && ret.toolCalls().isEmpty()) {
                store(key, ret);
            }
            return ret;
        }

        private Optional<AiReturn> find(Key key) {
            synchronized (answers) {
                return Optional.ofNullable(answers.get(key));
            }
        }

        private void store(Key key, AiReturn ret) {
            synchronized (answers) {
                answers.put(key, ret);
            }
        }

        /** What an answer depends on. */
        private record Key(String namespace, Fingerprint call, Map<String, String> resources) {}
    }

    /** Repeats a call twice at most. */
    private static final class Retrying implements Policy {
        private static final int ATTEMPTS = 3;
        private final Scheduler time;

        Retrying(Scheduler time) {
            this.time = time;
        }

        @Override
        public boolean mayRepeat() {
            return true;
        }

        @Override
        public Role role() {
            return Role.RETRY;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            AiReturn ret = next.proceed(call);
            if (ret.isOk()) {
                return ret;
            }
            AiError error = ret.error().orElseThrow();
            for (int attempt = 2; attempt <= ATTEMPTS && !ret.isOk(); attempt++) {
                if (!error.retryable()
                        || call.sink().hasDelivered()
                        || call.cancellation().isCancelled()) {
                    return ret;
                }
                Duration wait = wait(error, attempt);
                if (wait.compareTo(call.budget().timeLeft()) >= 0 || wait.compareTo(Duration.ofMinutes(2)) > 0) {
                    return ret;
                }
                try {
                    call.cancellation().sleep(wait, "trying again");
                } catch (AiException e) {
                    return ret.withError(e.error());
                }
                ret = next.proceed(call);
            }
            return ret;
        }

        private Duration wait(AiError error, int attempt) {
            Instant now = time.instant();
            Duration own = Duration.ofMillis(250L << attempt);
            return error.retryAt()
                    .map(at -> Duration.between(now, at))
                    .filter(named -> named.compareTo(own) > 0)
                    .orElse(own);
        }
    }

    /** Lets so many calls pass in a minute, which begins with the first of them. */
    private static final class PerMinute implements Policy {
        private static final Duration WINDOW = Duration.ofMinutes(1);
        private final int most;
        private final Scheduler time;
        private Instant end = Instant.MIN;
        private int passed;

        PerMinute(int most, Scheduler time) {
            this.most = most;
            this.time = time;
        }

        @Override
        public Role role() {
            return Role.ATTEMPT;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            return refusal().map(AiReturn::failed).orElseGet(() -> next.proceed(call));
        }

        private synchronized Optional<AiError> refusal() {
            Instant now = time.instant();
            if (now.isAfter(end)) {
                end = now.plus(WINDOW);
                passed = 0;
            }
            if (passed < most) {
                passed++;
                return Optional.empty();
            }
            return Optional.of(
                    AiError.of(AiError.Category.RATE_LIMITED, "per-minute", "at most " + most + " calls a minute")
                            .withRetryAt(end));
        }
    }
}
