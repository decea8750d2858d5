package dev.plumbline.testkit;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Policies that follow the rules, and some that break them: the runner keeps the fold law for all. */
enum SamplePolicies {
    PASS((call, next) -> next.proceed(call)),
    REQUEST((RequestPolicy) call -> call.withAdded(new Interaction.System("be brief"))),
    LINES(ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line.toUpperCase(Locale.ROOT)))),
    DROPS_EVERY_LINE(ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> ""))),
    SWALLOWS_FINISH(ResponsePolicy.filter(call -> (delta, out) -> {
        if (!(delta instanceof AiDelta.Finish)) {
            out.accept(delta);
        }
    })),
    REWRITES((ResponsePolicy) (ret, call) -> ret.mapText(text -> "<" + text + ">")),
    EMPTIES((ResponsePolicy) (ret, call) -> ret.mapText(text -> "")),
    FILTERS_AND_REWRITES(new ResponsePolicy() {
        @Override
        public AiReturn onReturn(AiReturn ret, AiCall call) {
            return ret.partialText().length() > 10 ? ret.mapText(text -> text.substring(0, 1)) : ret;
        }

        @Override
        public DeltaFilter onDeltas(AiCall call) {
            return DeltaFilter.byLine(line -> "| " + line);
        }
    }),
    REFUSES((ResponsePolicy) (ret, call) -> ret.withError(error(AiError.Category.POLICY_DENIED))),
    REFUSES_AND_EMPTIES((ResponsePolicy) (ret, call) -> AiReturn.failed(error(AiError.Category.POLICY_DENIED))),
    RETRY(repeating((call, next) -> {
        AiReturn ret = next.proceed(call);
        return ret.isOk() ? ret : next.proceed(call);
    })),
    REPAIR(repeating((call, next) -> {
        AiReturn first = next.proceed(call);
        return next.proceed(call.withEffective(List.of(new Interaction.System("again: " + first.finish()))));
    })),
    KEEPS_THE_FIRST(repeating((call, next) -> {
        AiReturn first = next.proceed(call);
        next.proceed(call);
        return first;
    })),
    JOINS_BOTH(repeating((call, next) -> {
        AiReturn first = next.proceed(call);
        AiReturn second = next.proceed(call);
        List<Interaction> both = new ArrayList<>(first.interactions());
        both.addAll(second.interactions());
        return second.toBuilder()
                .interactions(both)
                .usage(first.usage().plus(second.usage()))
                .build();
    })),
    ASIDE(repeating((call, next) -> {
        AiReturn opinion = next.proceed(call.withoutSink());
        AiReturn ret = next.proceed(call);
        return ret.withUsage(ret.usage().plus(opinion.usage()));
    })),
    ASIDE_BEHIND(repeating((call, next) -> {
        AiReturn ret = next.proceed(call);
        next.proceed(call.withoutSink());
        return ret;
    })),
    ASIDE_AS_ANSWER((call, next) -> next.proceed(call.withoutSink())),
    SHORT_CIRCUIT((call, next) -> AiReturn.ofText("from memory").withUsage(Usage.of(1, 1))),
    SPEAKS_FIRST((call, next) -> {
        call.sink().accept(new AiDelta.Text("let me see "));
        return next.proceed(call);
    }),
    SPEAKS_LAST((call, next) -> {
        AiReturn ret = next.proceed(call);
        call.sink().accept(new AiDelta.Text(" that is all"));
        return ret;
    }),
    RESETS((call, next) -> {
        AiReturn ret = next.proceed(call);
        call.sink().accept(new AiDelta.Reset(7));
        return ret;
    }),
    REPORTS_MORE((call, next) -> {
        AiReturn ret = next.proceed(call);
        return ret.withUsage(ret.usage().plus(Usage.of(3, 4)));
    }),
    REPORTS_NOTHING((call, next) -> next.proceed(call).withUsage(Usage.NONE)),
    WRAPS_THE_SINK((call, next) -> next.proceed(call.withSink(call.sink()::accept))),
    UPPERS_EACH((call, next) -> next.proceed(call.withSink(delta -> call.sink()
            .accept(
                    delta instanceof AiDelta.Text text
                            ? new AiDelta.Text(text.text().toUpperCase(Locale.ROOT))
                            : delta)))),
    SHOWS_TWICE((call, next) -> next.proceed(call.withSink(delta -> {
        call.sink().accept(delta);
        if (delta instanceof AiDelta.Text) {
            call.sink().accept(delta);
        }
    }))),
    HOLDS_EVERYTHING((call, next) -> {
        List<AiDelta> held = new ArrayList<>();
        AiReturn ret = next.proceed(call.withSink(held::add));
        held.forEach(call.sink());
        return ret;
    }),
    RETRY_THROUGH_A_WRAPPED_SINK(repeating((call, next) -> {
        AiCall wrapped = call.withSink(call.sink()::accept);
        AiReturn ret = next.proceed(wrapped);
        return ret.finish() == FinishReason.STOP ? ret : next.proceed(wrapped);
    })),
    RETRY_THROUGH_FRESH_SINKS(repeating((call, next) -> {
        AiReturn ret = next.proceed(call.withSink(call.sink()::accept));
        return ret.finish() == FinishReason.STOP ? ret : next.proceed(call.withSink(call.sink()::accept));
    })),
    ODD_CONTENT((ResponsePolicy) (ret, call) -> ret.toBuilder()
            .interactions(List.of(
                    new Interaction.Assistant(List.of(new Part.Text("a"), new Part.Text(""), new Part.Text("b"))),
                    new Interaction.Assistant(List.of(new Part.Text("c"))),
                    new Interaction.Assistant(List.of()),
                    new Interaction.ToolCall("x", "drawWall", Json.of(null))))
            .build()),
    FOREIGN_CONTENT((ResponsePolicy) (ret, call) -> ret.toBuilder()
            .interactions(List.of(
                    Interaction.user("hello"),
                    new Interaction.ToolCall("x", "drawWall", Json.object()),
                    new Interaction.ToolResult("x", ToolEnvelope.ok("drawn")),
                    new Interaction.Assistant(List.of(new Part.Text("done")))))
            .build()),
    THROWS_FIRST((call, next) -> {
        throw new IllegalStateException("planted");
    }),
    THROWS_LAST((call, next) -> {
        next.proceed(call);
        throw new AssertionError("planted");
    }),
    THROWS_AI_ERROR((call, next) -> {
        next.proceed(call);
        throw new AiException(error(AiError.Category.POLICY_DENIED));
    }),
    SKIPPED_FIRST(skipped((call, next) -> {
        call.sink().accept(new AiDelta.Text("oh"));
        throw new IllegalStateException("planted");
    })),
    SKIPPED_LAST(skipped((call, next) -> {
        next.proceed(call.withSink(delta -> {}));
        throw new IllegalStateException("planted");
    })),
    SKIPPED_SPEAKER(skipped((call, next) -> {
        next.proceed(call);
        call.sink().accept(new AiDelta.Text("oh"));
        throw new IllegalStateException("planted");
    }));

    private final Policy policy;

    SamplePolicies(Policy policy) {
        this.policy = policy;
    }

    Policy policy() {
        return policy;
    }

    private static AiError error(AiError.Category category) {
        return AiError.of(category, "planted", "the policy says no");
    }

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

    private static Policy skipped(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public FailureMode failureMode() {
                return FailureMode.SKIP;
            }
        };
    }
}
