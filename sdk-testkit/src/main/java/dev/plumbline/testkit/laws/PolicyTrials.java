package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.AtOnce;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.ShortWait;
import dev.plumbline.testkit.internal.StartedThreads;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks of policies with a view, a budget and a clock that notice what is done with them. */
final class PolicyTrials {
    static {
        ModuleVersions.check(PolicyTrials.class);
    }

    private static final ModelId MODEL = ModelId.parse("scripted:script");

    /** Failures after which a call may be sent again, if nobody has seen anything of it. */
    private static final List<AiError.Category> PASSING = List.of(
            AiError.Category.NETWORK,
            AiError.Category.TRUNCATED,
            AiError.Category.RATE_LIMITED,
            AiError.Category.OVERLOADED);

    /** What may come behind a text that does not end with it. */
    private static final List<AiDelta> BEHIND_TEXT = List.of(
            new AiDelta.Reasoning("Hm."),
            new AiDelta.Refusal("Not that."),
            new AiDelta.ToolCallPart(0, "call_1", "measure", "{}"),
            new AiDelta.Whole(new Part.Opaque("scripted", Json.object().with("sealed", 7))));

    /** Words of a conversation that no trace, message or event may have. */
    private static final List<String> CONTENT =
            List.of("harrier", "quillfeather", "ravenscroft", "bitterling", "nightjar", "cormorant");

    private static final int AT_ONCE = 4;

    private static final String PLAN = "p-4711";

    private PolicyTrials() {}

    /** Returns calls in which all pairs of what a call can have occur; their effective call is not their body. */
    static List<AiCall> calls() {
        return CallInput.rows(CallInput.PASSED).stream()
                .map(row -> CallInput.of(CallInput.plain(MODEL, "Where is the quillfeather?"), CallInput.PASSED, row))
                .toList();
    }

    /** Returns a conversation of that many messages, the newest one of the user. */
    static AiCall conversation(int messages) {
        List<Interaction> said = IntStream.range(0, messages)
                .mapToObj(i -> (messages - i) % 2 == 1
                        ? Interaction.user("Question " + i)
                        : new Interaction.Assistant(List.of(new Part.Text("Answer " + i))))
                .map(Interaction.class::cast)
                .toList();
        return AiCall.of(AiBody.builder().addAll(said).build(), MODEL);
    }

    private static AiProvider answering(Function<AiCall, AiReturn> answer) {
        return new AiProvider() {
            @Override
            public String id() {
                return "scripted";
            }

            @Override
            public String defaultModel() {
                return "script";
            }

            @Override
            public AiReturn call(AiCall call) {
                return answer.apply(call);
            }
        };
    }

    private static AiReturn run(Policy policy, AiCall call, ViewSink view, VirtualClock clock, AiProvider provider) {
        EndingClock time = new EndingClock(clock);
        Cancellation cancellation = Cancellation.create(time);
        AiCall watched =
                call.toBuilder().cancellation(cancellation).sink(view).build().withAttribute(AiCall.SCHEDULER, time);
        AiReturn ret = PolicyChain.builder()
                .addPolicy("probed", policy)
                .build(provider)
                .call(watched);
        time.check();
        view.end(cancellation.isCancelled());
        return ret;
    }

    /** Checks that a call of which a view has seen something, or whose turn has begun a tool, is not sent again. */
    static void notRepeated(Policy policy, VirtualClock clock, boolean toolStarted, LawAssertion verdict) {
        for (AiError.Category category : PASSING) {
            for (String said : toolStarted ? List.of("", "reply") : List.of("reply")) {
                ViewSink view = new ViewSink(toolStarted);
                AtomicInteger seen = new AtomicInteger();
                AtomicInteger sent = new AtomicInteger();
                AiProvider failing = answering(call -> {
                    String text = said.isEmpty() ? "" : said + sent.incrementAndGet() + " ";
                    AiReturn ret = ScriptedProvider.create()
                            .failsAfter(text, AiError.of(category, "scripted", "it failed"))
                            .call(call);
                    if (call.sink().hasDelivered()) {
                        seen.incrementAndGet();
                    }
                    return ret;
                });
                AiReturn ret = run(policy, PolicyChecks.question(), view, clock, failing);
                String text = new PolicyProbe(view.shown(), ret).everShown();
                verdict.check(
                        seen.get() <= 1 && (!text.contains("reply1") || !text.contains("reply2")),
                        "a call that was sent again after " + category + ", although "
                                + (toolStarted ? "a tool had started" : "its text was shown"),
                        "look at call.sink().hasDelivered() before a call is repeated");
            }
        }
    }

    /** Checks that a call that may not be repeated is not sent again, and one that may not before its time. */
    static void repeatedAsTheErrorSays(Policy policy, VirtualClock clock, LawAssertion verdict) {
        for (AiError.Category category : AiError.Category.values()) {
            for (boolean may : List.of(true, false)) {
                Instant at = clock.instant().plusSeconds(30);
                AiError error = AiError.of(category, "scripted", "it failed").withRetryable(may);
                List<AiCall> sent = new CopyOnWriteArrayList<>();
                AtomicBoolean isEarly = new AtomicBoolean();
                AiProvider failing = answering(call -> {
                    isEarly.compareAndSet(
                            false, sent.contains(call) && clock.instant().isBefore(at));
                    sent.add(call);
                    return ScriptedProvider.create()
                            .failsWith(may ? error.withRetryAt(at) : error)
                            .call(call);
                });
                AiReturn unused = run(policy, PolicyChecks.question(), new ViewSink(false), clock, failing);
                verdict.check(
                        may || sent.stream().distinct().count() == sent.size(),
                        "the same call again after " + error.category() + ", which may not be repeated",
                        "look at error.retryable() before a call is repeated");
                verdict.check(
                        !isEarly.get(),
                        "the same call again after " + error.category() + ", before the time of its retry",
                        "wait until error.retryAt(), or do not repeat the call");
            }
        }
    }

    /** Checks that what the model answers to a question of the policy itself never reaches the view. */
    static void ownQuestions(Policy policy, AiCall call, VirtualClock clock, LawAssertion verdict) {
        List<AiCall> asked = new CopyOnWriteArrayList<>();
        ViewSink view = new ViewSink(false);
        AiProvider numbered = answering(inner -> {
            asked.add(inner);
            return ScriptedProvider.create()
                    .says("This is reply " + (100 + asked.size()) + ".")
                    .call(inner);
        });
        AiReturn ret = run(policy, call, view, clock, numbered);
        String shown = new PolicyProbe(view.shown(), ret).everShown();
        int answer = IntStream.range(0, asked.size())
                .filter(i -> ret.partialText().contains("reply " + (101 + i)))
                .reduce(-1, (before, i) -> i);
        for (int i = 0; answer >= 0 && i < asked.size(); i++) {
            boolean isOfUser = i == answer
                    || isWithin(asked.get(i).effective(), asked.get(answer).effective());
            verdict.check(
                    isOfUser || !shown.contains("reply " + (101 + i)),
                    "the answer to a question of the policy in "
                            + Json.of(shown).text(),
                    "ask the model with call.withoutSink()");
        }
    }

    /** Returns whether everything that one call sends is in the other one, in its order. */
    private static boolean isWithin(List<Interaction> some, List<Interaction> all) {
        int at = 0;
        for (Interaction each : all) {
            at += at < some.size() && some.get(at).equals(each) ? 1 : 0;
        }
        return at == some.size();
    }

    /** Checks that a call is not sent again after an error of its latest attempt that says so. */
    static void endedByTheLatestError(Policy policy, VirtualClock clock, LawAssertion verdict) {
        for (AiError.Category first : PASSING) {
            for (AiError.Category second : AiError.Category.values()) {
                List<AiCall> sent = new CopyOnWriteArrayList<>();
                AiProvider failing = answering(call -> {
                    boolean isFirst = !sent.contains(call);
                    sent.add(call);
                    AiError error = AiError.of(isFirst ? first : second, "scripted", "it failed");
                    return ScriptedProvider.create()
                            .failsWith(error.withRetryable(isFirst))
                            .call(call);
                });
                AiReturn unused = run(policy, PolicyChecks.question(), new ViewSink(false), clock, failing);
                verdict.check(
                        sent.stream().allMatch(each -> Collections.frequency(sent, each) <= 2),
                        "the same call again after " + first + ", which may be repeated, and then " + second
                                + ", which may not",
                        "look at the error of the latest attempt before a call is repeated");
            }
        }
    }

    /** Checks that after a refusal the time that it names is early enough, also if calls came at other times and go on coming. */
    static void answeredWhenItSays(Supplier<Policy> policies, Supplier<VirtualClock> clocks, LawAssertion verdict) {
        for (Duration between : List.of(Duration.ZERO, Duration.ofSeconds(5), Duration.ofMinutes(7))) {
            for (boolean goesOn : List.of(false, true)) {
                answeredWhenItSays(policies.get(), clocks.get(), between, goesOn, verdict);
            }
        }
    }

    private static void answeredWhenItSays(
            Policy policy, VirtualClock clock, Duration between, boolean goesOn, LawAssertion verdict) {
        for (int i = 0; i < 200; i++) {
            Optional<Instant> until = refusal(policy, clock, i);
            if (until.isPresent()) {
                Duration left = Duration.between(clock.instant(), until.get());
                Duration half = goesOn ? left.dividedBy(2) : Duration.ZERO;
                clock.advance(half);
                for (int j = 0; goesOn && j <= i; j++) {
                    if (refusal(policy, clock, j).isEmpty()) {
                        return; // it was answered, and now the next one waits
                    }
                }
                clock.advance(left.minus(half));
                AiReturn then = run(policy, conversation(1), new ViewSink(false), clock, saying("A plan."));
                verdict.check(
                        then.isOk(),
                        "call " + (i + 1) + ", " + between.toSeconds() + " s after each other, refused until "
                                + until.get() + (goesOn ? ", " + (i + 1) + " refused half of the way" : "")
                                + ", and then at this time " + LawAssertion.show(then),
                        "let a call through at the time that an error names, and count no refused calls; if the policy"
                                + " has a clock of its own, override clock() with it");
                return;
            }
            clock.advance(between);
        }
    }

    private static Optional<Instant> refusal(Policy policy, VirtualClock clock, int number) {
        return run(policy, conversation(1 + 2 * (number % 3)), new ViewSink(false), clock, saying("A plan."))
                .error()
                .flatMap(AiError::retryAt);
    }

    private static AiProvider saying(String text) {
        return ScriptedProvider.create().says(text).repeats();
    }

    /** Checks that an answer from a store reports no tokens, in the return and to the view, and says what it cost when it was new. */
    static void costsNothingUnasked(Policy policy, VirtualClock clock, LawAssertion verdict) {
        AtomicInteger asked = new AtomicInteger();
        Usage usage = Usage.of(40, 7);
        AiProvider costly = answering(call -> {
            asked.incrementAndGet();
            return ScriptedProvider.create()
                    .streams(List.of(
                            new AiDelta.Text("A plan " + PLAN + "."),
                            new AiDelta.UsageReport(usage),
                            new AiDelta.Finish(FinishReason.STOP)))
                    .call(call);
        });
        for (int i = 0; i < 3; i++) {
            int before = asked.get();
            ViewSink view = new ViewSink(false);
            AiReturn ret = run(policy, PolicyChecks.question(), view, clock, costly);
            long reported = view.shown().stream()
                    .filter(AiDelta.UsageReport.class::isInstance)
                    .mapToLong(delta -> ((AiDelta.UsageReport) delta).usage().input())
                    .sum();
            verdict.check(
                    asked.get() > before
                            || (ret.usage().input() == 0 && ret.usage().output() == 0 && reported == 0),
                    "the tokens " + ret.usage() + " of an answer without a call",
                    "take the tokens out of what is stored: they were counted when it was answered");
            boolean isAgain = before > 0
                    && asked.get() == before
                    && ret.isOk()
                    && ret.partialText().contains(PLAN);
            verdict.check(
                    !isAgain || ret.savedTokens() == usage.total(),
                    ret.savedTokens() + " saved tokens of an answer that cost " + usage.total() + " when it was new",
                    "say with savedTokens(…) what the answer would have cost");
        }
    }

    /** Checks that a call that may not be answered from a store is asked, and that none answers with what it may not store. */
    static void cacheModesAreKept(Supplier<Policy> policies, VirtualClock clock, LawAssertion verdict) {
        for (List<CacheMode> modes : List.of(
                List.of(CacheMode.READ_WRITE, CacheMode.BYPASS),
                List.of(CacheMode.BYPASS, CacheMode.READ_WRITE),
                List.of(CacheMode.READ_WRITE, CacheMode.REFRESH, CacheMode.READ_WRITE))) {
            Policy policy = policies.get();
            AtomicInteger asked = new AtomicInteger();
            AiProvider numbered = answering(call -> ScriptedProvider.create()
                    .says("This is reply " + (100 + asked.incrementAndGet()) + ".")
                    .call(call));
            List<AiReturn> answers = modes.stream()
                    .map(mode -> run(
                            policy,
                            PolicyChecks.question().toBuilder().cacheMode(mode).build(),
                            new ViewSink(false),
                            clock,
                            numbered))
                    .toList();
            boolean isStale = answers.get(0).partialText().contains("101")
                    && answers.get(answers.size() - 1).partialText().contains("101");
            verdict.check(
                    !isStale,
                    "the answer to the first of equal calls with the modes " + modes + " for the last one",
                    "look at call.cacheMode() before an answer is stored or found");
        }
    }

    /** Returns whether what is sent of that which was said is in the order in which it was said. */
    static boolean isInOrder(List<Interaction> said, List<Interaction> sent) {
        List<Interaction> kept = sent.stream()
                .filter(each -> said.contains(each)
                        && (each.kind() == Interaction.Kind.USER
                                || each.kind() == Interaction.Kind.ASSISTANT
                                || each.kind() == Interaction.Kind.TOOL_CALL
                                || each.kind() == Interaction.Kind.TOOL_RESULT))
                .toList();
        return isWithin(kept, said);
    }

    /**
     * Checks that no word of the conversation is in anything that a policy says beside it, whatever the conversation holds
     * and however it is answered.
     */
    static void noContent(Policy policy, VirtualClock clock, LawAssertion verdict) {
        AiCall call = AiCall.of(
                AiBody.builder()
                        .addAll(List.of(
                                new Interaction.System("Obey the harrier."),
                                Interaction.user("Where is the quillfeather?"),
                                new Interaction.ToolCall(
                                        "call_1", "measure", Json.object().with("a", "ravenscroft")),
                                new Interaction.ToolResult("call_1", ToolEnvelope.ok("bitterling")),
                                Interaction.user("And the other quillfeather?")))
                        .build(),
                MODEL);
        for (int i = 0; i < AnswerInput.size(); i++) {
            for (int again = 0; again < 2; again++) { // a second call may be answered from a cache
                noContent(policy, call, AnswerInput.whole(i, "nightjar"), Optional.empty(), clock, verdict);
            }
        }
        for (AiError.Category each : AiError.Category.values()) {
            noContent(policy, call, List.of(new AiDelta.Text("The nightjar ")), Optional.of(each), clock, verdict);
        }
        List<AiCall> calls = calls();
        for (int i = 0; i < calls.size(); i++) {
            AiCall other = calls.get(i);
            noContent(policy, other, AnswerInput.whole(i, "nightjar"), Optional.empty(), clock, verdict);
            noContent(
                    policy,
                    other,
                    AnswerInput.content(i, "nightjar"),
                    Optional.of(PASSING.get(i % PASSING.size())),
                    clock,
                    verdict);
        }
    }

    private static void noContent(
            Policy policy,
            AiCall call,
            List<AiDelta> answer,
            Optional<AiError.Category> fails,
            VirtualClock clock,
            LawAssertion verdict) {
        ScriptedProvider scripted = ScriptedProvider.create();
        AiProvider provider = fails.map(category -> scripted.failsAfter(
                        answer,
                        AiError.of(category, "scripted", "it failed")
                                .withProviderMessage(AiError.SensitiveText.of("The cormorant is busy."))))
                .orElseGet(() -> scripted.streams(answer))
                .repeats();
        List<String> events = new CopyOnWriteArrayList<>();
        AiCall observed = call.toBuilder()
                .observer((TelemetryEvent event) -> events.add(event.toString()))
                .build();
        AiReturn ret = run(policy, observed, new ViewSink(false), clock, provider);
        Map<String, List<String>> places = new LinkedHashMap<>();
        places.put(
                "the message of an error",
                ret.error().stream()
                        .map(error -> error + " " + error.details() + " " + error.message())
                        .toList());
        places.put("a remark", remarks(policy, observed, provider, clock));
        places.put("an event", events);
        places.put("the trace", List.of(ret + " " + ret.trace().table()));
        places.put(
                "an attribute of the call",
                scripted.calls().stream()
                        .flatMap(sent -> CallAccess.attributes(sent).values().stream())
                        .filter(value -> value.getClass().getName().startsWith("java."))
                        .map(String::valueOf)
                        .toList());
        places.forEach((place, written) -> Stream.concat(CONTENT.stream(), CallInput.SAID.stream())
                .forEach(word -> verdict.check(
                        written.stream().noneMatch(each -> mentions(each, word)),
                        "the word " + word + " of the conversation in " + place + " of "
                                + PolicyChecks.show(List.of(call)),
                        place.startsWith("an attribute")
                                ? "put names, codes and numbers there, never content: a provider may send an attribute as a"
                                        + " header, and what policies share goes into a type of their own"
                                : "write names, codes and numbers there, never content")));
    }

    private static boolean mentions(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
    }

    /**
     * Checks that a policy looks at the effective call, and not at the body: calls that send the same are handled in the
     * same way, whatever their body says.
     */
    static void effectiveCounts(
            Supplier<Policy> policies, AiCall call, Supplier<VirtualClock> clock, LawAssertion verdict) {
        AiBody other = AiBody.of("An earlier " + CallInput.BODY);
        AiCall question = // without the facts of the call, which are no longer sent
                CallInput.withBody(call.withEffective(List.of(Interaction.user("How long is it?"))), call.body());
        sameHandling(
                policies,
                CallInput.withBody(
                        call, AiBody.builder().addAll(call.effective()).build()),
                CallInput.withBody(call, other),
                clock,
                verdict);
        sameHandling(policies, question, CallInput.withBody(question, AiBody.of("How long is it?")), clock, verdict);
    }

    private static void sameHandling(
            Supplier<Policy> policies, AiCall one, AiCall two, Supplier<VirtualClock> clock, LawAssertion verdict) {
        ScriptedProvider first = ScriptedProvider.create().says("A plan.").repeats();
        ScriptedProvider second = ScriptedProvider.create().says("A plan.").repeats();
        AiReturn expected =
                PolicyChecks.run(policies.get(), one, first, clock.get()).ret();
        AiReturn seen =
                PolicyChecks.run(policies.get(), two, second, clock.get()).ret();
        verdict.check(
                PolicyChecks.sameContent(expected, seen)
                        && PolicyHistory.sent(first).equals(PolicyHistory.sent(second)),
                LawAssertion.show(expected) + " and, of the same effective call with another body, "
                        + LawAssertion.show(seen),
                "look at call.effective(), which is what is sent and what policies outside have changed; never at call.body()");
    }

    /** Checks that calls of two policies that begin and end together have their own answers, again and again. */
    static void manyAtOnce(Supplier<Policy> policies, List<String> words, LawAssertion verdict) {
        List<Policy> two = List.of(policies.get(), policies.get());
        VirtualClock clock = VirtualClock.create();
        Map<Integer, Object> last = new ConcurrentHashMap<>();
        AtOnce.sameAsAlone(
                AT_ONCE,
                20,
                Duration.ofMillis(100),
                (number, meets) -> {
                    String text = ("This is answer " + number + ". ").repeat(20);
                    List<AiDelta> answer = new ArrayList<>(List.of(new AiDelta.Text(text), new AiDelta.Text(text)));
                    words.forEach(word -> answer.add(new AiDelta.Text(text + word + number)));
                    answer.add(new AiDelta.Finish(FinishReason.STOP));
                    AiProvider own = PolicyChecks.full(
                            ScriptedProvider.create().streams(answer).repeats(), meets);
                    PolicyProbe probe = PolicyChecks.run(two.get(number % 2), "Question " + number, own, clock);
                    List<Object> seen = List.of(
                            probe.ret().interactions().stream()
                                    .map(each -> each.toJson().text())
                                    .toList(),
                            probe.everShown());
                    if (probe.ret().isOk()) {
                        last.put(number, seen);
                    }
                    return last.getOrDefault(number, seen); // a limit may refuse
                },
                verdict);
    }

    /** Checks that what one policy did changes nothing of another one: neither its answer nor a static field. */
    static void instancesShareNothing(Supplier<Policy> policies, Supplier<VirtualClock> clocks, LawAssertion verdict) {
        VirtualClock clock = clocks.get();
        AiReturn expected = run(policies.get(), conversation(1), new ViewSink(false), clocks.get(), saying("A plan."));
        Policy used = policies.get();
        use(used, clock, 2); // which sets constants that are made late
        Policy last = policies.get();
        Map<String, String> before = StaticFields.of(used.getClass());
        use(used, clock, 40);
        Map<String, String> after = StaticFields.of(used.getClass());
        List<String> changed = after.entrySet().stream()
                .filter(each -> !each.getValue().equals(before.get(each.getKey())))
                .map(Map.Entry::getKey)
                .toList();
        verdict.check(
                changed.isEmpty(),
                "a change of the static field " + String.join(", ", changed),
                "keep state in the policy: a static field is one for all runtimes of a program");
        AiReturn seen = run(last, conversation(1), new ViewSink(false), clocks.get(), saying("A plan."));
        verdict.check(
                PolicyChecks.sameContent(expected, seen),
                LawAssertion.show(expected) + " and, of another policy after 42 calls of the first, "
                        + LawAssertion.show(seen),
                "let policies share nothing that they were not both given");
    }

    private static void use(Policy policy, VirtualClock clock, int calls) {
        for (int i = 0; i < calls; i++) {
            ScriptedProvider provider = ScriptedProvider.create().usage(Usage.of(40_000, 700));
            AiProvider answering = i % 8 == 7
                    ? provider.fails(AiError.Category.SERVER).repeats()
                    : provider.says("A plan " + i + ".").repeats();
            AiReturn unused = run(policy, conversation(1 + 2 * (i % 3)), new ViewSink(false), clock, answering);
        }
    }

    /** Returns all remarks of the policy, of which a trace has the last one only. */
    private static List<String> remarks(Policy policy, AiCall call, AiProvider provider, VirtualClock clock) {
        ViewSink view = new ViewSink(false);
        AiCall alone = call.toBuilder()
                .cancellation(Cancellation.create(clock))
                .sink(view)
                .build()
                .withAttribute(AiCall.SCHEDULER, clock);
        try {
            if (policy.appliesTo(alone)) {
                AiReturn unused = policy.around(alone, provider::call);
            }
        } catch (RuntimeException withoutChain) {
            // the chain makes it the failure that the other run has
        }
        return view.remarks();
    }

    /** Checks that what a policy holds back of a call that was cut is not in the next one. */
    static void nothingIsLeftOf(
            Supplier<Policy> policies, List<AiDelta> stream, VirtualClock clock, LawAssertion verdict) {
        Policy used = policies.get();
        AiError cut = AiError.of(AiError.Category.NETWORK, "scripted", "it was cut");
        for (int pieces = 1; pieces <= stream.size(); pieces++) {
            AiProvider cutting = ScriptedProvider.create()
                    .failsAfter(stream.subList(0, pieces), cut)
                    .repeats();
            AiReturn unused = run(used, PolicyChecks.question(), new ViewSink(false), clock, cutting);
        }
        AiReturn seen = run(used, conversation(1), new ViewSink(false), clock, saying("A plan."));
        AiReturn expected = run(policies.get(), conversation(1), new ViewSink(false), clock, saying("A plan."));
        verdict.check(
                !seen.isOk() || PolicyChecks.sameContent(expected, seen),
                LawAssertion.show(seen) + " after calls that were cut, of a new policy " + LawAssertion.show(expected),
                "keep what is held back in the filter of its call");
    }

    /** Checks that text at the end of a stream is passed on, whether another delta follows it or not. */
    static void endOfText(Policy policy, AiCall call, List<AiDelta> stream, VirtualClock clock, LawAssertion verdict) {
        List<AiDelta> cut = stream.stream()
                .filter(delta -> delta instanceof AiDelta.Text || delta instanceof AiDelta.Reasoning)
                .toList();
        List<AiDelta> ended = new ArrayList<>(cut);
        ended.add(new AiDelta.UsageReport(Usage.of(7, 7)));
        ended.add(new AiDelta.Finish(FinishReason.STOP));
        if (policy instanceof ResponsePolicy responses) {
            same(
                    text(PolicyChecks.filtered(responses.onDeltas(call), ended)),
                    text(PolicyChecks.filtered(responses.onDeltas(call), cut)),
                    verdict);
        }
        AiError error = AiError.of(AiError.Category.CONTENT_FILTERED, "scripted", "it was cut");
        List<String> shown = new ArrayList<>();
        for (List<AiDelta> deltas : List.of(ended, cut)) {
            ViewSink view = new ViewSink(false);
            AiReturn ret =
                    run(policy, call, view, clock, ScriptedProvider.create().failsAfter(deltas, error));
            if (PolicyChecks.isRefusedForNow(ret)) {
                return; // a limit
            }
            shown.add(ret.partialText() + "/" + text(view.shown()));
        }
        same(shown.get(0), shown.get(1), verdict);
    }

    private static String text(List<AiDelta> deltas) {
        return PolicyChecks.fold(deltas).partialText();
    }

    private static void same(String ended, String cut, LawAssertion verdict) {
        verdict.check(
                ended.equals(cut),
                Json.of(cut).text() + " of a stream that was cut, "
                        + Json.of(ended).text() + " of one that ended",
                "handle text in the same way however a stream ends: pass on in finish what a filter holds back; a limit that"
                        + " refuses the second call says until when, with error.withRetryAt(…)");
    }

    /** Checks that text which is held back is passed on before what came behind it, or that this waits for the text, too. */
    static void heldTextGoesFirst(Supplier<Policy> policies, String held, VirtualClock clock) {
        for (AiDelta next : BEHIND_TEXT) {
            FinishReason end = next instanceof AiDelta.ToolCallPart ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            List<AiDelta> rest = List.of(next, new AiDelta.Finish(end));
            List<AiDelta> stream = Stream.concat(
                            Stream.of(new AiDelta.Text("A wall "), new AiDelta.Text(held)), rest.stream())
                    .toList();
            String late = behind(next, shown(policies.get(), stream, clock));
            LawAssertion.on("text goes before what came behind it", stream)
                    .check(
                            held.isBlank()
                                    || !late.contains(held)
                                    || late.equals(behind(next, shown(policies.get(), rest, clock))),
                            "the text " + Json.of(late).text() + " behind " + LawAssertion.show(next),
                            "pass on what is held back before any other delta than UsageReport, or hold that delta, too,"
                                    + " as DeltaFilter.byLine does");
        }
    }

    /** Checks that a filter ends a text at each delta of another kind, or at none. */
    static void textEndsAlike(Policy policy, String held, String then) {
        if (policy instanceof ResponsePolicy responses) {
            String expected = "";
            for (AiDelta next : Stream.concat(Stream.of(new AiDelta.Boundary()), BEHIND_TEXT.stream())
                    .toList()) {
                List<AiDelta> stream =
                        List.of(new AiDelta.Text("A wall " + held), next, new AiDelta.Text(then + " of 5 m."));
                String text = text(PolicyChecks.filtered(responses.onDeltas(PolicyChecks.question()), stream));
                expected = next instanceof AiDelta.Boundary ? text : expected;
                LawAssertion.on("a text ends at all other deltas, or at none", stream)
                        .check(
                                text.equals(expected),
                                Json.of(text).text() + ", and with a Boundary in the same place "
                                        + Json.of(expected).text(),
                                "end the text at each delta but UsageReport, as mapText does, or at none of them, as"
                                        + " DeltaFilter.byLine does");
            }
        }
    }

    private static List<AiDelta> shown(Policy policy, List<AiDelta> stream, VirtualClock clock) {
        ViewSink view = new ViewSink(false);
        AiReturn unused = run(
                policy,
                PolicyChecks.question(),
                view,
                clock,
                ScriptedProvider.create().streams(stream).repeats());
        return view.shown();
    }

    /** Returns the text behind a delta in the last attempt; empty if it was not shown. */
    private static String behind(AiDelta delta, List<AiDelta> shown) {
        int at = shown.lastIndexOf(delta);
        boolean isTakenBack =
                at < 0 || shown.subList(at, shown.size()).stream().anyMatch(AiDelta.Reset.class::isInstance);
        return isTakenBack ? "" : text(shown.subList(at, shown.size()));
    }

    /** Checks that a call goes on when an equal one is cancelled that is on its way. */
    static void cancelledAlone(Policy policy, VirtualClock clock, Duration patience, LawAssertion verdict) {
        CountDownLatch asked = new CountDownLatch(1);
        AiProvider provider = answering(call -> {
            if (asked.getCount() > 0) {
                asked.countDown();
                CountDownLatch cancelled = new CountDownLatch(1);
                Subscription heard = call.cancellation().onCancel(cancelled::countDown);
                PolicyChecks.await(cancelled);
                heard.close();
                call.cancellation().throwIfCancelled();
            }
            return saying("A plan.").call(call);
        });
        Cancellation first = Cancellation.create(clock);
        CompletableFuture<AiReturn> cancelled = begin(policy, first, clock, provider);
        Await.until(() -> cancelled.isDone() || asked.getCount() == 0, () -> "the policy never called the provider");
        CompletableFuture<AiReturn> other = begin(policy, Cancellation.create(clock), clock, provider);
        boolean unused = ShortWait.until(other::isDone, Duration.ofMillis(50));
        first.cancel("cancelled by the law");
        AiReturn ret = verdict.outcome(other, patience);
        AiReturn ended = verdict.outcome(cancelled, patience);
        verdict.check(
                ret.status() != AiReturn.Status.CANCELLED && !ended.isOk(),
                "an equal call beside one that was cancelled: " + LawAssertion.show(ret),
                "end a call by its own cancellation alone: when the call it waits for is cancelled, send it");
    }

    private static CompletableFuture<AiReturn> begin(
            Policy policy, Cancellation cancellation, VirtualClock clock, AiProvider provider) {
        AiCall call = PolicyChecks.question().toBuilder()
                .cancellation(cancellation)
                .build()
                .withAttribute(AiCall.SCHEDULER, clock);
        return ConcurrentRunner.begin(() -> PolicyChain.builder()
                .addPolicy("probed", policy)
                .build(provider)
                .call(call));
    }

    /** Checks that deltas come on the thread of the call, before it returns, through a sink that forwards the rest. */
    static void sinkIsUsedRightly(Policy policy, VirtualClock clock, LawAssertion verdict) {
        for (boolean fails : List.of(false, true)) {
            ViewSink view = fails ? ViewSink.waiting() : new ViewSink(false);
            StartedThreads threads = StartedThreads.now();
            AiProvider provider = answering(call -> {
                List<AiDelta> said = List.of(
                        new AiDelta.Text("A plan of the house.\n"),
                        new AiDelta.Text("A wall "),
                        new AiDelta.Finish(FinishReason.STOP));
                said.forEach(delta -> view.reachedBy(call.sink(), delta));
                AiReturn ret =
                        AiReturn.builder().deltas(said).model(call.model()).build();
                return fails ? ret.withError(AiError.of(AiError.Category.INVALID_REQUEST, "scripted", "no")) : ret;
            });
            AiReturn unused = run(policy, PolicyChecks.question(), view, clock, provider);
            threads.awaitEnds(Duration.ofMillis(100));
            verdict.check(
                    view.wrong().isEmpty(),
                    String.join(", ", view.wrong()),
                    "wrap a sink with call.withSink(…), and push deltas only while around runs, on its thread");
        }
    }

    /** Checks that questions to a policy use no budget, show nothing, wait for nothing and end nothing. */
    static void askedFreely(Policy policy, AiCall given, LawAssertion verdict) {
        VirtualClock clock = VirtualClock.create();
        Cancellation cancellation = Cancellation.create(clock);
        ViewSink view = new ViewSink(false);
        List<String> events = new CopyOnWriteArrayList<>();
        BudgetTracker budget =
                BudgetTracker.of(Budget.ofDefaults().withProviderCalls(1).withToolCalls(1, 1), clock::nanoTime);
        AiCall call = given.toBuilder()
                .budget(budget)
                .cancellation(cancellation)
                .sink(view)
                .observer(event -> events.add(event.toString()))
                .build()
                .withAttribute(AiCall.SCHEDULER, clock);
        for (int i = 0; i < 3; i++) {
            boolean unused = policy.appliesTo(call);
        }
        if (policy instanceof RequestPolicy requests) {
            AiCall unused = requests.onRequest(call);
        }
        if (policy instanceof ResponsePolicy responses) {
            ResponsePolicy.DeltaFilter unused = responses.onDeltas(call);
        }
        verdict.check(
                budget.tryAcquireProviderCall().isEmpty()
                        && budget.tryAcquireToolCall().isEmpty()
                        && budget.timeLeft().equals(budget.budget().time()),
                "budget that was used up by a question",
                "acquire calls of the budget only when the model is called");
        verdict.check(
                view.shown().isEmpty()
                        && events.isEmpty()
                        && !cancellation.isCancelled()
                        && clock.waits().isEmpty()
                        && clock.pending() == 0,
                "a delta, an event, a wait or a cancellation by a question",
                "let appliesTo, onRequest and onDeltas only look at the call");
    }

    /** Checks that a policy acquires no more of the budget than the calls that it makes, and adds no tokens to it. */
    static void budgetIsForCalls(Policy policy, VirtualClock clock, LawAssertion verdict) {
        for (int calls : new int[] {1, 3}) {
            for (AiProvider provider : List.of(
                    ScriptedProvider.create().says("A plan.").repeats(),
                    ScriptedProvider.create().fails(AiError.Category.OVERLOADED).repeats())) {
                AtomicInteger made = new AtomicInteger();
                Budget limits = Budget.ofDefaults().withProviderCalls(calls).withToolCalls(1, 1);
                BudgetTracker budget = spent(policy, limits, clock, PolicyChecks.full(provider, made::incrementAndGet));
                int left = 0;
                while (budget.tryAcquireProviderCall().isEmpty()) {
                    left++;
                }
                verdict.check(
                        calls - left <= made.get()
                                && budget.tryAcquireToolCall().isEmpty(),
                        (calls - left) + " calls of the budget for " + made + " calls of the model",
                        "acquire one provider call of the budget for each call of next, and none for anything else");
            }
        }
        for (long tokens : new long[] {1, 1500}) {
            AtomicInteger made = new AtomicInteger();
            Budget limits = Budget.ofDefaults().withTokens(tokens);
            AiProvider provider = PolicyChecks.full(
                    ScriptedProvider.create()
                            .usage(Usage.of(900, 100))
                            .says("A plan.")
                            .repeats(),
                    made::incrementAndGet);
            boolean isLeft = spent(policy, limits, clock, provider)
                    .tryAcquireProviderCall()
                    .isEmpty();
            boolean isLeftAlone = spent(PolicyChecks.PASSING, limits, clock, provider)
                    .tryAcquireProviderCall()
                    .isEmpty();
            verdict.check(
                    isLeft == isLeftAlone || made.get() != 2,
                    "tokens of the budget that the policy has added",
                    "leave the tokens of answers to the session, which counts them");
        }
    }

    private static BudgetTracker spent(Policy policy, Budget limits, VirtualClock clock, AiProvider provider) {
        BudgetTracker budget = BudgetTracker.of(limits, clock::nanoTime);
        AiCall call = PolicyChecks.question().toBuilder().budget(budget).build();
        AiReturn unused = run(policy, call, new ViewSink(false), clock, provider);
        return budget;
    }

    /** Checks that a policy waits with the cancellation alone, and that its wait ends as the cancellation says. */
    static void waitsEnd(Policy policy, boolean expires, Duration patience, LawAssertion verdict) {
        for (ScriptedProvider provider : List.of(
                ScriptedProvider.create().says("A plan.").repeats(),
                ScriptedProvider.create().fails(AiError.Category.OVERLOADED).repeats())) {
            for (int i = 0; i < 3; i++) {
                waitEnds(policy, provider, expires, patience, verdict);
            }
        }
    }

    private static void waitEnds(
            Policy policy, AiProvider provider, boolean expires, Duration patience, LawAssertion verdict) {
        VirtualClock clock = VirtualClock.paused();
        Cancellation cancellation = Cancellation.create(clock);
        AiCall call = PolicyChecks.question().toBuilder()
                .cancellation(cancellation)
                .build()
                .withAttribute(AiCall.SCHEDULER, clock);
        AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        List<String> slept = new CopyOnWriteArrayList<>();
        CompletableFuture<AiReturn> running = ConcurrentRunner.begin(() -> {
            thread.set(Thread.currentThread());
            return PolicyChain.builder()
                    .addPolicy("probed", policy)
                    .build(provider)
                    .call(call);
        });
        boolean unused = Await.until(
                () -> {
                    sleeping(thread.get()).ifPresent(slept::add);
                    return running.isDone() || clock.sleeping() > 0 || !slept.isEmpty();
                },
                patience);
        if (expires) {
            cancellation.expire("ended by the law");
        } else {
            cancellation.cancel("ended by the law");
        }
        AiReturn ret = verdict.outcome(running, patience);
        verdict.check(
                slept.isEmpty(),
                "a wait in " + slept,
                "wait only with call.cancellation().sleep(…), which ends with the call");
        AiError.Category as = expires ? AiError.Category.TIMEOUT_TOTAL : AiError.Category.CANCELLED;
        verdict.check(
                clock.waits().isEmpty()
                        || ret.error().map(AiError::category).stream().anyMatch(as::equals),
                "a wait that ended with " + LawAssertion.show(ret) + " instead of " + as,
                "let the exception of call.cancellation().sleep(…) pass");
    }

    /** Returns the method in which a thread sleeps by itself. */
    private static Optional<String> sleeping(@Nullable Thread thread) {
        return thread == null
                ? Optional.empty()
                : Arrays.stream(thread.getStackTrace())
                        .filter(frame -> frame.getClassName().equals("java.lang.Thread")
                                && frame.getMethodName().startsWith("sleep"))
                        .map(StackTraceElement::toString)
                        .findFirst();
    }
}
