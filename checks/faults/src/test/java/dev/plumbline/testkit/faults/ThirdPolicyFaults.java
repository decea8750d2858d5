package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Policies with one error each, written by a third author from the contract without knowledge of the laws. */
final class ThirdPolicyFaults {
    /** The number of messages that a short history keeps. */
    private static final int KEPT = 4;

    private final List<PlantedFault> all = new ArrayList<>();

    private ThirdPolicyFaults() {}

    static List<PlantedFault> all() {
        ThirdPolicyFaults faults = new ThirdPolicyFaults();
        faults.requests();
        faults.calls();
        faults.streams();
        faults.answers();
        return List.copyOf(faults.all);
    }

    /** Adds a policy that says that it changes neither requests nor answers. */
    private void add(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> PolicyFaults.laws(policy)));
    }

    /** Adds a policy that says nothing about what it changes. */
    private void changing(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> BlindPolicyFaults.changing(policy)));
    }

    private void requests() {
        // AiBody: "IllegalStateException when a tool call and its result are not paired"; effective is what is sent
        changing(
                "cuts the history between a call and its result",
                "Only the last four messages are sent, also if the first of them is a result whose call is left out.",
                () -> request(ThirdPolicyFaults::lastMessages));
        // onRequest: "Returns the call to send; the same call to change nothing", for every call
        changing(
                "needs a message of the user",
                "A conversation without a message of the user is an IndexOutOfBoundsException.",
                () -> request(ThirdPolicyFaults::briefIfAsked));
        // appliesTo: "Must be cheap and without side effects"
        add(
                "takes a call of the budget to see whether it applies",
                "The question whether it applies uses up a provider call of the turn.",
                Budgeted::new);
    }

    private static Policy request(UnaryOperator<AiCall> change) {
        RequestPolicy policy = change::apply;
        return policy;
    }

    private static AiCall lastMessages(AiCall call) {
        List<Interaction> sent = new ArrayList<>();
        List<Interaction> said = new ArrayList<>();
        call.effective().forEach(each -> (each instanceof Interaction.System ? sent : said).add(each));
        sent.addAll(said.subList(Math.max(0, said.size() - KEPT), said.size()));
        return said.size() > KEPT ? call.withEffective(sent) : call;
    }

    private static AiCall briefIfAsked(AiCall call) {
        List<Interaction> users = call.effective().stream()
                .filter(Interaction.User.class::isInstance)
                .toList();
        Interaction.User last = (Interaction.User) users.get(users.size() - 1);
        return last.text().startsWith("/brief") ? call.withAdded(new Interaction.System("Be brief.")) : call;
    }

    private void calls() {
        // DeltaSink.hasDelivered: "true never becomes false again, and then nothing may be retried silently"
        add("repeats what was delivered", "A call that failed after its text was shown is sent again.", Again::new);
        // Policy: "One instance serves all calls and threads"
        add(
                "sends deltas to the newest call",
                "The sink is in a field, so the text of a call reaches the one that began after it.",
                Newest::new);
        // docs/policies.md: "If a policy needs a model call of its own, it uses call.withoutSink(), which is not shown"
        changing(
                "shows the answer to its own question",
                "A side question about the language has the sink of the call.",
                AsksFirst::new);
        // AiCall.addRemark: "never content"
        add("has the question in its remark", "The trace contains what the user asked.", () -> (call, next) -> {
            call.addRemark("asked: " + question(call));
            return next.proceed(call);
        });
    }

    private static String question(AiCall call) {
        return call.effective().stream()
                .filter(Interaction.User.class::isInstance)
                .map(each -> ((Interaction.User) each).text())
                .reduce("", (before, text) -> text);
    }

    private void streams() {
        // DeltaFilter.accept: it changes deltas as they pass; calls of tools, usage and the end belong to the answer
        changing(
                "passes on text alone",
                "Deltas of other kinds, such as calls of tools and the end, are not passed on.",
                () -> ResponsePolicy.filter(call -> ThirdPolicyFaults::textAlone));
        // DeltaFilter.finish: "Passes on the text that was held back, at the end of the stream, complete or not"
        changing(
                "keeps the last line if no delta follows it",
                "Text waits for the end of its line or for a delta of another kind, and is lost at the end.",
                () -> ResponsePolicy.filter(call -> new UntilOther()));
        // onDeltas: "Returns a new filter for this call"; DeltaFilter.NONE passes everything on
        changing(
                "has no filter for answers with a schema",
                "For a call with an output schema, null is in the place of a filter.",
                NoneForJson::new);
    }

    private static void textAlone(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            out.accept(new AiDelta.Text(text.text().replace('–', '-')));
        }
    }

    private void answers() {
        // AiReturn.requestId: "the provider's own id of the request, if it gave one"; toBuilder keeps it
        add(
                "copies an answer without the id of its request",
                "The answer is built anew of its content, usage, end, model, ids and error.",
                () -> response((ret, call) -> copied(ret)));
        // AiReturn.status: "Returns why the call or turn ended"; it is CANCELLED by the category of the error alone
        changing(
                "reports each failure as an overload",
                "Refused, invalid and cancelled calls have the category OVERLOADED and may be retried.",
                () -> response((ret, call) -> ret.error()
                        .map(error -> ret.withError(
                                AiError.of(AiError.Category.OVERLOADED, error.code(), "the service is busy")))
                        .orElse(ret)));
    }

    private static AiReturn copied(AiReturn ret) {
        AiReturn copy = AiReturn.builder()
                .interactions(ret.interactions())
                .usage(ret.usage())
                .finish(ret.finish())
                .model(ret.model())
                .ids(ret.ids())
                .build();
        return ret.error().map(copy::withError).orElse(copy);
    }

    private static Policy response(ResponsePolicy policy) {
        return policy;
    }

    /** Applies only while the turn has a provider call left. */
    private static final class Budgeted implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            return next.proceed(call);
        }

        @Override
        public boolean appliesTo(AiCall call) {
            return call.budget().tryAcquireProviderCall().isEmpty();
        }
    }

    /** Sends a call once more after a failure that may pass. */
    private record Again() implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            AiReturn ret = next.proceed(call);
            return ret.error().map(AiError::retryable).orElse(false) ? next.proceed(call) : ret;
        }

        @Override
        public boolean mayRepeat() {
            return true;
        }
    }

    /** Asks the model for the language of the question before it passes the question on. */
    private record AsksFirst() implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            Interaction.System side = new Interaction.System("Name the language of the question, in one word.");
            AiReturn language = next.proceed(call.withAdded(side));
            return language.isOk() ? next.proceed(call) : language;
        }

        @Override
        public boolean mayRepeat() {
            return true;
        }
    }

    /** Passes deltas on to the sink in its field. */
    private static final class Newest implements Policy {
        private volatile AiCall.DeltaSink sink = AiCall.DeltaSink.DISCARDING;

        @Override
        public AiReturn around(AiCall call, Next next) {
            sink = call.sink();
            return next.proceed(call.withSink(delta -> sink.accept(delta)));
        }
    }

    /** Passes on whole lines, and the rest of a line before a delta of another kind. */
    private static final class UntilOther implements DeltaFilter {
        private final StringBuilder held = new StringBuilder();

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                held.append(text.text());
                pass(held.lastIndexOf("\n") + 1, out);
            } else {
                pass(held.length(), out);
                out.accept(delta);
            }
        }

        private void pass(int end, Consumer<AiDelta> out) {
            if (end > 0) {
                out.accept(new AiDelta.Text(held.substring(0, end)));
                held.delete(0, end);
            }
        }
    }

    /** Filters lines, but not of JSON. */
    private static final class NoneForJson implements ResponsePolicy {
        @Override
        public AiReturn onReturn(AiReturn ret, AiCall call) {
            return ret;
        }

        @Override
        @SuppressWarnings("NullAway") // this is the fault
        public DeltaFilter onDeltas(AiCall call) {
            return call.outputSchema().isPresent() ? null : DeltaFilter.byLine(line -> line);
        }
    }
}
