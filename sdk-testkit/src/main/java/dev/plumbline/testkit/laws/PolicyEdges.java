package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.testkit.laws.PolicyModel.Answered;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Compares a policy with its model in histories that chance hardly ever brings: beginnings of words in front of words, each error,
 * calls at the very time until which one was refused, and calls that begin on one side of an edge of time and end on the other.
 */
final class PolicyEdges {
    private static final int MOST = 100;
    private static final int FIRST = 3;
    private static final int ENDS = 5;
    private static final List<Integer> CALLS = List.of(1, 2, 5);

    /** The number of histories in which a time is looked for at which something changes. */
    static final int TIMES = 2 * ENDS * 3;

    private static final int ROUNDS = 2;
    private static final List<Duration> INTERVALS = List.of(Duration.ofSeconds(5), Duration.ofMinutes(7));

    /** How many calls follow one across an edge of time, of policies that refuse some and of others. */
    private static final int FOLLOWING = 8;

    private static final int UNLIMITED = 2;
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final List<Answered> ANSWERS = List.of(
            answer(7, 0, Optional.empty()),
            answer(3_000_000_000L, 0, Optional.empty()),
            answer(0, 47, Optional.empty()),
            answer(40_000, 0, Optional.of(PolicyChecks.full(AiError.Category.SERVER))));

    /** Returns the beginning of the next minute, hour, day, month or year of UTC. */
    private static final List<UnaryOperator<Instant>> EDGES = List.of(
            now -> now.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES),
            now -> now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS),
            now -> midnight(date(now).plusDays(1)),
            now -> midnight(date(now).withDayOfMonth(1).plusMonths(1)),
            now -> midnight(date(now).withDayOfYear(1).plusYears(1)));

    private final PolicyLaws laws;

    PolicyEdges(PolicyLaws laws) {
        this.laws = laws;
    }

    private static Answered answer(long tokens, long saved, Optional<AiError> error) {
        List<AiDelta> said = List.of(
                new AiDelta.Text("A plan."),
                new AiDelta.UsageReport(tokens == 0 ? Usage.NONE : Usage.of(tokens, 1)),
                new AiDelta.Finish(FinishReason.STOP));
        return new Answered(error.isPresent() ? said.subList(0, 2) : said, Duration.ZERO, saved, error);
    }

    private static LocalDate date(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns the histories in parts, each of which may take its own time. */
    List<Runnable> parts() {
        Stream<Runnable> ofAnswers = ANSWERS.stream().map(answer -> () -> limits(answer));
        return Stream.concat(Stream.<Runnable>of(this::words, this::errors, this::between), ofAnswers)
                .toList();
    }

    private void limits(Answered answer) {
        boolean isLimited = pair().filter(pair -> limit(pair, answer, Duration.ZERO))
                .isPresent(); // who refuses no call at once refuses none at longer intervals
        for (Duration between : isLimited ? INTERVALS : List.<Duration>of()) {
            boolean unused = limit(pair().orElseThrow(), answer, between);
        }
        for (UnaryOperator<Instant> edge : EDGES) {
            for (int before = 0; before < 2; before++) {
                int quick = before;
                pair().filter(PolicyModel::canTakeTime)
                        .ifPresent(pair -> acrossEdges(pair, answer, edge, quick, isLimited ? FOLLOWING : UNLIMITED));
            }
        }
    }

    /** Returns a new policy with its new model. */
    private Optional<PolicyModel> pair() {
        var policy = laws.policy();
        return laws.model().map(model -> new PolicyModel(laws, policy, model));
    }

    /**
     * Makes a call again right before, at and right after each time at which the model does something else than before, such as the end
     * of an entry, of a window or of a pause: behind equal calls that all ended in one way, of each number below {@link #TIMES}.
     */
    void times(int number) {
        if (laws.model().isEmpty()) {
            return;
        }
        Answered end = ends("first").get(number % ENDS);
        int calls = CALLS.get(number / ENDS % CALLS.size());
        Duration between = Duration.ofSeconds(number / ENDS / CALLS.size() * 17L);
        AiCall call = PolicyChecks.question();
        Answered last = ends("last").get(0);
        for (Duration edge : TimeEdges.of(time -> {
            PolicyModel pair = pair().orElseThrow();
            for (int i = 0; i < calls; i++) {
                Object unused = pair.ofModel(call, end, i == calls - 1 ? time : between);
            }
            return pair.ofModel(call, last, Duration.ZERO);
        })) {
            for (Duration time : TimeEdges.around(edge)) {
                PolicyModel pair = pair().orElseThrow();
                for (int i = 0; i < calls; i++) {
                    pair.call(call, end);
                    pair.advance(i == calls - 1 ? time : between);
                }
                pair.call(call, last);
            }
        }
    }

    /** Lets calls with every content and option fail with each error, before and behind text. */
    private void errors() {
        List<int[]> rows = CallInput.rows(CallInput.PASSED);
        int number = 0;
        for (AiError.Category category : AiError.Category.values()) {
            for (AiError error : PolicyChecks.errors(category)) {
                for (int pieces = 0; pieces < 2; pieces++) {
                    AiCall call =
                            CallInput.of(PolicyChecks.question(), CallInput.PASSED, rows.get(number++ % rows.size()));
                    Answered failed = new Answered(
                            List.<AiDelta>of(new AiDelta.Text("A plan.")).subList(0, pieces),
                            Duration.ZERO,
                            0,
                            Optional.of(error));
                    pair().ifPresent(pair -> pair.call(call, failed));
                }
            }
        }
    }

    /** Lets another call come between two equal ones: of every kind, with every end of both, at once and a moment later. */
    private void between() {
        AiCall call = PolicyChecks.question();
        List<AiCall> others = List.of(
                call.withEffective(List.of(Interaction.user("Another question?"))),
                call.toBuilder().namespace("another plan").build(),
                AiCall.of(call.body(), new ModelId("other", call.model().name())),
                AiCall.of(call.body(), new ModelId(call.model().provider(), "other")),
                call.withResource("plan.dwg", "7f3a"),
                call.withOptions(ModelOptions.builder().temperature(0).build()),
                call.toBuilder().cacheMode(CacheMode.REFRESH).build(),
                call.toBuilder().cacheMode(CacheMode.BYPASS).build());
        for (Answered first : ends("first").subList(0, FIRST)) {
            for (AiCall other : others) {
                for (Answered then : ends("second")) {
                    for (Duration time : List.of(Duration.ZERO, SECOND)) {
                        pair().ifPresent(pair -> between(pair, List.of(call, other, call, other), first, then, time));
                    }
                }
            }
        }
    }

    private static void between(PolicyModel pair, List<AiCall> calls, Answered first, Answered then, Duration time) {
        List<Answered> last = ends("third");
        List<Answered> answers = List.of(first, then, last.get(0), last.get(0));
        for (int i = 0; i < calls.size(); i++) {
            pair.call(calls.get(i), answers.get(i));
            pair.advance(time);
        }
    }

    /** Returns an answer with each end: whole, failed behind text, of tool calls, cut, and failed at once. */
    private static List<Answered> ends(String word) {
        AiDelta text = new AiDelta.Text("The " + word + " plan.");
        AiDelta tokens = new AiDelta.UsageReport(Usage.of(7, 1));
        Optional<AiError> error = Optional.of(PolicyChecks.full(AiError.Category.OVERLOADED));
        return List.of(
                Answered.of(List.of(text, tokens, new AiDelta.Finish(FinishReason.STOP))),
                new Answered(List.of(text, tokens), Duration.ZERO, 0, error),
                Answered.of(List.of(
                        new AiDelta.ToolCallPart(0, "call_1", word, "{}"),
                        tokens,
                        new AiDelta.Finish(FinishReason.TOOL_CALLS))),
                Answered.of(List.of(text, tokens, new AiDelta.Finish(FinishReason.LENGTH))),
                new Answered(List.of(), Duration.ZERO, 0, error));
    }

    private void words() {
        Set<List<AiDelta>> streams = new LinkedHashSet<>(); // texts that are cut elsewhere are one when they are joined
        for (List<AiDelta> nested : PolicyWords.nested(laws.words())) {
            streams.addAll(List.of(nested, StreamChunking.characters(nested)));
        }
        for (List<List<AiDelta>> some : List.of(PolicyWords.streams(laws.words()), PolicyWords.begun(laws.words()))) {
            for (List<AiDelta> each : some) {
                List<AiDelta> joined = StreamChunking.joined(each);
                streams.addAll(List.of(each, StreamChunking.characters(joined), StreamChunking.counted(joined)));
            }
        }
        for (List<AiDelta> stream : streams) {
            pair().ifPresent(pair -> pair.call(PolicyChecks.question(), Answered.of(stream)));
        }
    }

    /**
     * Calls until one is refused, a moment before the time that this refusal names, and more often than that at this time. Returns
     * whether one was refused.
     */
    private static boolean limit(PolicyModel pair, Answered answer, Duration between) {
        int passed = untilRefused(pair, answer, between, MOST);
        for (int round = 0; round < ROUNDS; round++) {
            Duration left = pair.refusedUntil()
                    .map(until -> Duration.between(pair.now(), until))
                    .orElse(Duration.ZERO);
            if (left.compareTo(MOMENT) < 0) {
                return passed < MOST;
            }
            pair.advance(left.minus(MOMENT));
            pair.call(PolicyChecks.question(), answer);
            pair.advance(MOMENT);
            int unused = untilRefused(pair, answer, Duration.ZERO, passed + 2);
        }
        return passed < MOST;
    }

    /** Returns how many calls passed before one was refused. */
    private static int untilRefused(PolicyModel pair, Answered answer, Duration between, int most) {
        for (int i = 0; i < most; i++) {
            pair.call(PolicyChecks.question(), answer);
            if (pair.refusedUntil().isPresent()) {
                return i;
            }
            pair.advance(between);
        }
        return most;
    }

    /** Lets a call begin right before an edge of time and end behind it, after a quick one or not, and then calls until one is refused. */
    private static void acrossEdges(
            PolicyModel pair, Answered answer, UnaryOperator<Instant> edge, int quick, int following) {
        for (int round = 0; round < ROUNDS; round++) {
            pair.advance(Duration.between(pair.now(), edge.apply(pair.now().plus(SECOND)))
                    .minus(SECOND));
            for (int i = 0; i < quick; i++) {
                pair.call(PolicyChecks.question(), ANSWERS.get(0));
            }
            pair.call(PolicyChecks.question(), answer.after(SECOND.multipliedBy(2)));
            int unused = untilRefused(pair, answer, Duration.ZERO, following);
        }
    }
}
