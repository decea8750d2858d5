package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Policies with one error each, written by a second author from the contract without knowledge of the laws. */
final class SecondPolicyFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SecondPolicyFaults() {}

    static List<PlantedFault> all() {
        SecondPolicyFaults faults = new SecondPolicyFaults();
        faults.filters();
        faults.calls();
        faults.streams();
        faults.returns();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> PolicyFaults.laws(policy)));
    }

    private void filters() {
        // DeltaFilter: "It never sees a Reset: a new attempt gets a new filter"
        add(
                "gives a Reset to its filter",
                "A filter serves all attempts of a call, so a Reset waits for the end of a line.",
                () -> (call, next) -> {
                    DeltaFilter lines = DeltaFilter.byLine(line -> line);
                    AiReturn ret = next.proceed(call.withSink(delta -> lines.accept(delta, call.sink())));
                    lines.finish(call.sink());
                    return ret;
                });
        // DeltaFilter: "It may hold text back and must pass it on in finish"
        add(
                "keeps the blanks at the end",
                "White space is held until other text follows, and is lost at the end of the answer.",
                () -> ResponsePolicy.filter(call -> new BlankFilter()));
        // AiDelta.Boundary: "later text of that kind starts another part"; held text belongs before it
        add(
                "lets other deltas overtake text",
                "Text waits for the end of its line while boundaries, reasoning and tool calls pass it.",
                () -> ResponsePolicy.filter(call -> new OvertakenFilter()));
    }

    private void calls() {
        // appliesTo: "Must be cheap and without side effects"
        add("applies to a call once", "The question whether it applies marks the call as handled.", Once::new);
        // RequestPolicy.onRequest: "A pure function of the call"
        add("instructs a session once", "Of the calls of a session only the first has the instruction.", () -> {
            Set<String> instructed = ConcurrentHashMap.newKeySet();
            RequestPolicy once = call -> instructed.add(call.ids().session())
                    ? call.withAdded(new Interaction.System("All lengths are millimetres."))
                    : call;
            return once;
        });
        // docs/policies.md: "it can leave a note for the policies further in"
        add(
                "builds the call anew without its notes",
                "The attributes that outer policies set do not reach the inner ones.",
                () -> (call, next) -> next.proceed(copied(call)));
        // around: "at most once unless mayRepeat()"
        add(
                "asks again after a blank answer",
                "An answer without text is asked for once more, although the policy may not repeat.",
                () -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    return ret.isOk() && ret.partialText().isBlank() ? next.proceed(call) : ret;
                });
        // BudgetTracker.timeLeft: "never negative", so it may be zero; Policy: "An exception ends the call"
        add(
                "divides by the seconds that are left",
                "If less than a second of the turn is left, the call ends with an ArithmeticException.",
                () -> (call, next) -> {
                    long share = 1_000_000 / call.budget().timeLeft().toSeconds();
                    call.addRemark(share + " millionths of the time for each second");
                    return next.proceed(call);
                });
    }

    private void streams() {
        // AiDelta.UsageReport: "The tokens used since the last report; reports add up"
        add("reports the sum of the usage", "After all reports their sum is reported, too.", () -> (call, next) -> {
            AiReturn ret = next.proceed(call);
            call.sink().accept(new AiDelta.UsageReport(ret.usage()));
            return ret;
        });
        // AiProvider: "deltas go to the call's sink as they arrive"; around: "passes it on"
        add(
                "shows complete answers only",
                "Deltas are held until the call has ended, and those of a failed call are not passed on.",
                () -> (call, next) -> {
                    List<AiDelta> held = new ArrayList<>();
                    AiReturn ret = next.proceed(call.withSink(held::add));
                    if (ret.isOk()) {
                        held.forEach(call.sink()::accept);
                    }
                    return ret;
                });
    }

    private void returns() {
        // onReturn: "it may have failed, so read partialText()"
        add(
                "reads the text of failed answers",
                "Of a call that failed the content is lost, because text() throws.",
                () -> (ResponsePolicy) (ret, call) -> ret.text().startsWith("4711!")
                        ? AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, "number", "a number came"))
                        : ret);
        // Policy.Next: "failures come back as returns"; they are those of the provider, with status and retryable
        add(
                "copies three parts of an error",
                "Status, details and whether a repetition may help are lost.",
                () -> (ResponsePolicy) (ret, call) -> ret.error()
                        .map(error -> ret.withError(AiError.of(error.category(), error.code(), error.message())))
                        .orElse(ret));
    }

    private static AiCall copied(AiCall call) {
        AiCall.Builder copy = AiCall.builder(call.body(), call.model())
                .effective(call.effective())
                .options(call.options())
                .tools(call.tools())
                .ids(call.ids())
                .namespace(call.namespace())
                .resources(call.resources())
                .reveal(call.reveal())
                .cacheMode(call.cacheMode())
                .cancellation(call.cancellation())
                .sink(call.sink())
                .observer(call.observer())
                .state(call.state())
                .budget(call.budget());
        call.outputSchema().ifPresent(copy::outputSchema);
        return copy.build().withCacheIrrelevantContext(call.cacheIrrelevantContext());
    }

    /** A policy that does not apply to a call for which it was asked before. */
    private static final class Once implements Policy {
        private final Set<CallIds> seen = ConcurrentHashMap.newKeySet();

        @Override
        public AiReturn around(AiCall call, Next next) {
            return next.proceed(call);
        }

        @Override
        public boolean appliesTo(AiCall call) {
            return seen.add(call.ids());
        }
    }

    /** A filter that holds white space back and has no end. */
    private static final class BlankFilter implements DeltaFilter {
        private String held = "";

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (!(delta instanceof AiDelta.Text text)) {
                out.accept(delta);
                return;
            }
            String whole = held + text.text();
            String shown = whole.stripTrailing();
            held = whole.substring(shown.length());
            if (!shown.isEmpty()) {
                out.accept(new AiDelta.Text(shown));
            }
        }
    }

    /** A filter that holds text until the end of its line, and nothing else. */
    private static final class OvertakenFilter implements DeltaFilter {
        private final StringBuilder line = new StringBuilder();

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (!(delta instanceof AiDelta.Text text)) {
                out.accept(delta);
                return;
            }
            line.append(text.text());
            if (line.indexOf("\n") >= 0) {
                finish(out);
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            if (!line.isEmpty()) {
                out.accept(new AiDelta.Text(line.toString()));
                line.setLength(0);
            }
        }
    }
}
