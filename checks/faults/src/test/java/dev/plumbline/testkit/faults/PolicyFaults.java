package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Policies with one error each; without it each would pass calls and answers on as they are. */
final class PolicyFaults {
    private static final String FOLD = "final_answer_is_the_fold_of_what_was_shown";
    private static final String SAME_RESULT = "same_call_same_result";
    private static final String SAME_REQUEST = "same_call_same_request";
    private static final String BODY = "stored_body_is_untouched";
    private static final String ONCE = "next_is_called_once_unless_it_repeats";
    private static final String ERRORS = "each_error_and_cancel_pass_through";
    private static final String PARTIAL = "partial_answers_are_handled_like_whole_ones";
    private static final String CONTENT = "content_passes_unless_it_is_changed_on_purpose";
    private static final String APART = "calls_do_not_meet";
    private static final String TIME = "time_changes_nothing";

    private final List<PlantedFault> all = new ArrayList<>();

    private PolicyFaults() {}

    /** Returns the laws of a policy that changes no answer. */
    static PolicyLaws laws(Supplier<Policy> policy) {
        return new PolicyLaws() {
            private final Policy one = policy.get();

            @Override
            public Policy policy() {
                return policy.get();
            }

            @Override
            public boolean changesAnswers() {
                return false;
            }

            @Override
            public boolean changesRequests() {
                return false;
            }

            @Override
            public Duration patience() {
                return Duration.ofSeconds(1);
            }

            @Override
            public boolean repeats() {
                return one.mayRepeat();
            }
        };
    }

    private void add(String name, String breaks, String law, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, law, () -> laws(policy)));
    }

    /** Returns a policy that handles the return of the inner ones. */
    private static Policy returning(UnaryOperator<AiReturn> change) {
        return (call, next) -> change.apply(next.proceed(call));
    }

    /** Returns a policy that changes the deltas one by one in a sink of its own. */
    private static Policy sinking(UnaryOperator<AiDelta> change) {
        return (call, next) -> next.proceed(call.withSink(delta -> call.sink().accept(change.apply(delta))));
    }

    private static UnaryOperator<AiDelta> texts(UnaryOperator<String> change) {
        return delta -> delta instanceof AiDelta.Text text ? new AiDelta.Text(change.apply(text.text())) : delta;
    }

    /** Returns a policy that keeps a value for all calls. */
    private static Policy repeating(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
    }

    static List<PlantedFault> all() {
        PolicyFaults faults = new PolicyFaults();
        faults.calls();
        faults.failures();
        faults.pieces();
        faults.contents();
        faults.memory();
        return List.copyOf(faults.all);
    }

    private void calls() {
        add("calls next twice", "It asks the model twice and does not say so.", ONCE, () -> (call, next) -> {
            next.proceed(call);
            return next.proceed(call);
        });
        add(
                "sends at random",
                "The request depends on a random number.",
                SAME_REQUEST,
                () -> (call, next) ->
                        next.proceed(call.withAdded(new Interaction.System("Be " + new Random().nextInt()))));
        add("sends a count", "The request depends on how many came before.", SAME_REQUEST, () -> {
            AtomicInteger calls = new AtomicInteger();
            return (call, next) ->
                    next.proceed(call.withAdded(new Interaction.System("Call " + calls.getAndIncrement())));
        });
        add(
                "calls next on another thread",
                "The inner policies run on a thread that is not the caller's.",
                ONCE,
                () -> (call, next) ->
                        ConcurrentRunner.begin(() -> next.proceed(call)).join());
        add("calls next behind the answer", "It answers first and asks the model later.", ONCE, () -> (call, next) -> {
            ConcurrentRunner.begin(() -> next.proceed(call));
            return AiReturn.ofText("soon");
        });
        add(
                "sends another body",
                "It builds a call of its own instead of a copy.",
                BODY,
                () -> (call, next) -> next.proceed(AiCall.builder(AiBody.of("else"), call.model())
                        .sink(call.sink())
                        .cancellation(call.cancellation())
                        .build()));
        add(
                "loses the cancellation",
                "It builds a call of the same body without the cancellation.",
                ERRORS,
                () -> (call, next) -> next.proceed(AiCall.builder(call.body(), call.model())
                        .sink(call.sink())
                        .build()));
        add(
                "drops the user's message",
                "What the user wrote is not sent.",
                "what_the_user_wrote_is_sent",
                () -> (call, next) -> next.proceed(call.withEffective(call.effective().stream()
                        .filter(item -> !(item instanceof Interaction.User))
                        .toList())));
        add(
                "sends the user's message twice",
                "The last message is sent again behind itself.",
                "what_the_user_wrote_is_sent",
                () -> (call, next) -> next.proceed(call.withEffective(call.effective()
                        .append(call.effective().get(call.effective().size() - 1)))));
        add("answers nothing", "It returns null for an answer without text.", ONCE, () -> (call, next) -> {
            AiReturn ret = next.proceed(call);
            return ret.partialText().isEmpty() ? null : ret;
        });
        add(
                "throws for long answers",
                "An answer of more than twenty characters is an exception.",
                ONCE,
                () -> returning(ret -> {
                    if (ret.partialText().length() > 20) {
                        throw new IllegalArgumentException("too long");
                    }
                    return ret;
                }));
        add(
                "leaves a thread",
                "Each call starts a thread that never ends.",
                "nothing_stays_behind",
                () -> (call, next) -> {
                    DeafWait.onAnotherThread();
                    return next.proceed(call);
                });
    }

    private void failures() {
        add(
                "swallows a cancellation",
                "A cancelled call becomes an empty answer.",
                ERRORS,
                () -> returning(ret -> ret.status() == AiReturn.Status.CANCELLED ? AiReturn.ofText("") : ret));
        add(
                "renames a cancellation",
                "A cancelled call becomes a failure of the service.",
                ERRORS,
                () -> returning(ret -> ret.status() == AiReturn.Status.CANCELLED
                        ? ret.withError(AiError.of(AiError.Category.SERVER, "down", "the service is down"))
                        : ret));
        add(
                "hides an error",
                "A failure becomes an answer of what had arrived.",
                ERRORS,
                () -> returning(ret -> ret.isOk() ? ret : AiReturn.ofText(ret.partialText())));
        add(
                "hides one kind of error",
                "A refusal for the content becomes an empty answer.",
                ERRORS,
                () -> returning(ret -> ret.error()
                                .filter(error -> error.category() == AiError.Category.CONTENT_FILTERED)
                                .isPresent()
                        ? AiReturn.ofText("")
                        : ret));
        add(
                "sleeps deaf",
                "A cancelled call waits on the thread for a minute.",
                ERRORS,
                () -> returning(ret -> {
                    if (ret.status() == AiReturn.Status.CANCELLED) {
                        DeafWait.aMinute();
                    }
                    return ret;
                }));
        add(
                "repeats without end",
                "It asks until an answer comes, whatever the failure.",
                ERRORS,
                () -> repeating((call, next) -> {
                    AiReturn ret = next.proceed(call);
                    long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
                    while (!ret.isOk() && System.nanoTime() < end) { // not for ever, for the sake of later faults
                        ret = next.proceed(call);
                    }
                    return ret;
                }));
        add(
                "forgets what had arrived",
                "A failure keeps its error and loses its content.",
                PARTIAL,
                () -> returning(ret -> ret.error().map(AiReturn::failed).orElse(ret)));
        add("reads the text of failures", "It calls text() of a return that has failed.", PARTIAL, () ->
                (ResponsePolicy) (ret, call) -> AiReturn.ofText(ret.text()));
        add("changes whole answers only", "A failed answer is shown as it is.", PARTIAL, () ->
                (ResponsePolicy) (ret, call) -> ret.isOk() ? ret.mapText(text -> text + "!") : ret);
    }

    private void pieces() {
        add(
                "replaces in pieces",
                "AA becomes X if both letters come in one piece.",
                FOLD,
                () -> ResponsePolicy.filter(call -> (delta, out) ->
                        out.accept(texts(text -> text.replace("AA", "X")).apply(delta))));
        add(
                "brackets each piece",
                "The brackets depend on how the text was split.",
                FOLD,
                () -> sinking(texts(text -> "[" + text + "]")));
        add("strips each piece", "Blanks between pieces are lost.", FOLD, () -> sinking(texts(String::strip)));
        add(
                "begins each piece in capitals",
                "The first letter of each piece is a capital.",
                FOLD,
                () -> sinking(texts(
                        text -> text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1))));
        add("drops the first piece", "The first piece of text is not shown.", FOLD, () -> (call, next) -> {
            AtomicInteger pieces = new AtomicInteger();
            return next.proceed(call.withSink(delta -> {
                if (!(delta instanceof AiDelta.Text) || pieces.getAndIncrement() > 0) {
                    call.sink().accept(delta);
                }
            }));
        });
        add(
                "drops what it holds back",
                "The last line is lost if it has no end.",
                CONTENT,
                () -> ResponsePolicy.filter(call -> {
                    DeltaFilter lines = DeltaFilter.byLine(line -> line);
                    return lines::accept;
                }));
        add("shares a filter", "All calls use one filter, which holds text back.", APART, () -> {
            DeltaFilter shared = DeltaFilter.byLine(line -> line);
            return ResponsePolicy.filter(call -> shared::accept);
        });
    }

    private void contents() {
        add("shows the answer twice", "Each piece of the answer is shown again.", CONTENT, () -> (call, next) -> {
            List<AiDelta> texts = new ArrayList<>();
            AiReturn ret = next.proceed(call.withSink(delta -> {
                call.sink().accept(delta);
                if (delta instanceof AiDelta.Text) {
                    texts.add(delta);
                }
            }));
            texts.forEach(call.sink());
            return ret;
        });
        add(
                "drops tool calls",
                "What the model wants to do is not in the answer.",
                CONTENT,
                () -> returning(ret -> ret.toBuilder()
                        .interactions(ret.interactions().stream()
                                .filter(item -> !(item instanceof Interaction.ToolCall))
                                .toList())
                        .build()));
        add(
                "turns tool calls round",
                "The last tool call comes first.",
                CONTENT,
                () -> returning(ret -> {
                    List<Interaction> items = new ArrayList<>(ret.interactions());
                    items.sort((a, b) -> a instanceof Interaction.ToolCall x && b instanceof Interaction.ToolCall y
                            ? y.id().compareTo(x.id())
                            : 0);
                    return ret.toBuilder().interactions(items).build();
                }));
        add(
                "renames tool calls",
                "All tool calls of an answer have one id.",
                CONTENT,
                () -> returning(ret -> ret.toBuilder()
                        .interactions(ret.interactions().stream()
                                .map(item -> item instanceof Interaction.ToolCall tool
                                        ? new Interaction.ToolCall("call", tool.name(), tool.arguments())
                                        : item)
                                .toList())
                        .build()));
        add(
                "loses why it ended",
                "The reason why the model stopped is gone.",
                CONTENT,
                () -> returning(ret -> ret.toBuilder().finish(FinishReason.NONE).build()));
        add(
                "doubles the tokens",
                "The tokens of the answer are counted twice.",
                CONTENT,
                () -> returning(ret -> ret.withUsage(ret.usage().plus(ret.usage()))));
        add("cuts long text", "Text behind the thousandth character is gone.", CONTENT, () ->
                (ResponsePolicy) (ret, call) -> ret.mapText(text -> text.substring(0, Math.min(1_000, text.length()))));
        add(
                "breaks characters",
                "A character outside the basic plane becomes a question mark.",
                CONTENT,
                () -> (ResponsePolicy) (ret, call) -> ret.mapText(text -> text.codePoints()
                        .map(one -> one > 0xffff ? '?' : one)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()));
    }

    private void memory() {
        add("counts in the answer", "The answer depends on how many came before.", SAME_RESULT, () -> {
            AtomicInteger calls = new AtomicInteger();
            return (ResponsePolicy) (ret, call) -> ret.mapText(text -> text + calls.incrementAndGet());
        });
        add("answers as before", "Every call gets the first answer.", APART, () -> {
            AtomicReference<AiReturn> first = new AtomicReference<>();
            return (call, next) -> first.updateAndGet(known -> known == null ? next.proceed(call) : known);
        });
        add("answers by length", "Calls whose messages are equally long get one answer.", APART, () -> {
            Map<Integer, AiReturn> known = new HashMap<>();
            return (call, next) -> {
                synchronized (known) {
                    int length = call.effective().get(0).toJson().text().length();
                    AiReturn ret = known.get(length);
                    if (ret == null) {
                        ret = next.proceed(call);
                        known.put(length, ret);
                    }
                    return ret;
                }
            };
        });
        add("mixes calls", "Calls at the same time write into one field.", APART, () -> {
            AtomicReference<Consumer<AiDelta>> view = new AtomicReference<>(delta -> {});
            return (call, next) -> {
                view.set(call.sink());
                return next.proceed(call.withSink(delta -> view.get().accept(delta)));
            };
        });
        add("empties a tenth call", "Every tenth answer is empty.", APART, () -> {
            AtomicInteger calls = new AtomicInteger();
            return (call, next) -> {
                AiReturn ret = next.proceed(call);
                return calls.incrementAndGet() % 10 == 0 ? AiReturn.ofText("") : ret;
            };
        });
        add(
                "answers by the hour of its call",
                "In the afternoon of the call's clock the answer ends in a greeting.",
                TIME,
                () -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    Instant now = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
                    return now.atZone(ZoneOffset.UTC).getHour() < 12 ? ret : ret.mapText(text -> text + " Good night.");
                });
        add("answers by the day", "A day later the answers of the first day come again.", TIME, () -> {
            AtomicReference<Instant> first = new AtomicReference<>();
            return (call, next) -> {
                Instant now = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
                first.compareAndSet(null, now);
                AiReturn ret = next.proceed(call);
                return Duration.between(first.get(), now).toDays() > 0 ? AiReturn.ofText("yesterday") : ret;
            };
        });
        add(
                "answers by the hour of the system",
                "At night by the clock of the system the answer ends in a greeting.",
                "",
                () -> (ResponsePolicy)
                        (ret, call) -> LocalTime.now(ZoneOffset.UTC).getHour() == 3
                                ? ret.mapText(text -> text + " Good night.")
                                : ret);
    }
}
