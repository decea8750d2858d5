package dev.plumbline.testkit.faults;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Policies with one error each, written by a sixth author from the contract without knowledge of the laws. */
final class SixthPolicyFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SixthPolicyFaults() {}

    static List<PlantedFault> all() {
        SixthPolicyFaults faults = new SixthPolicyFaults();
        faults.filters();
        faults.requests();
        faults.around();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Changes changes, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> new PolicyLaws() {
            @Override
            public Policy policy() {
                return policy.get();
            }

            @Override
            public boolean changesAnswers() {
                return changes == Changes.ANSWERS;
            }

            @Override
            public boolean changesRequests() {
                return changes == Changes.REQUESTS;
            }
        }));
    }

    /** What a policy is meant to change. */
    private enum Changes {
        NOTHING,
        REQUESTS,
        ANSWERS
    }

    private void filters() {
        add(
                "keeps a word across the end of a part",
                "A word that is held back is passed on after the boundary, so two parts of text become one or are cut"
                        + " elsewhere. AiDelta.Boundary: \"The end of a text, reasoning or refusal part: later text"
                        + " of that"
                        + " kind starts another part.\"",
                Changes.NOTHING,
                () -> ResponsePolicy.filter(call -> new WholeWords(false)));
        add(
                "shares one filter between calls",
                "Calls at the same time get words of each other. ResponsePolicy.onDeltas: \"Returns a new filter for"
                        + " this"
                        + " call, and for each attempt of it\"",
                Changes.NOTHING,
                () -> {
                    DeltaFilter words = new WholeWords(true);
                    return ResponsePolicy.filter(call -> words);
                });
    }

    private void requests() {
        add(
                "judges the first question for all",
                "The instruction that fits the first call is sent with all calls of all sessions."
                        + " RequestPolicy.onRequest: \"A pure function of the call, but may read outside facts.\"",
                Changes.REQUESTS,
                FittingLength::new);
    }

    private void around() {
        add(
                "notes the arguments of tool calls",
                "The remark of an answer with tool calls has their arguments. AiCall.addRemark: \"Adds a remark to the"
                        + " trace for the running policy, e.g. miss: no entry; never content.\"",
                Changes.NOTHING,
                () -> SixthPolicyFaults::noted);
        add(
                "wraps the sink without its services",
                "A policy further in finds nobody whom it can ask. AiCall.DeltaSink.service: \"Returns a service of the"
                        + " last receiver, such as the person who reads the answer; … A policy that wraps a sink"
                        + " forwards"
                        + " this.\"",
                Changes.NOTHING,
                () -> SixthPolicyFaults::counted);
        add(
                "answers another document from its memory",
                "The answer for one namespace is given to the same question of another one. AiCall.namespace:"
                        + " \"Returns the"
                        + " name of the tenant or document; part of the cache key.\"; docs/policies.md, The cache:"
                        + " \"Namespace, fingerprint of the effective call, resources (including the endpoint) and"
                        + " format."
                        + " All of it is compared.\"",
                Changes.ANSWERS,
                Remembered::new);
        add(
                "keeps the place of a cancelled call",
                "After two cancelled calls no call is ever passed on or answered. Policy.around: \"Handles one call:"
                        + " passes"
                        + " it on, changed or not, or answers it itself.\"",
                Changes.NOTHING,
                TwoAtOnce::new);
    }

    private static AiReturn noted(AiCall call, Policy.Next next) {
        AiReturn ret = next.proceed(call);
        if (!ret.toolCalls().isEmpty()) {
            call.addRemark(ret.toolCalls().stream()
                    .map(wanted -> wanted.name() + wanted.arguments().text())
                    .collect(Collectors.joining(", ", "wants ", "")));
        }
        return ret;
    }

    private static AiReturn counted(AiCall call, Policy.Next next) {
        Counting counting = new Counting(call.sink());
        AiReturn ret = next.proceed(call.withSink(counting));
        call.addRemark(counting.characters + " characters");
        return ret;
    }

    /** Passes text on word by word, so that a view never shows half of one. */
    private static final class WholeWords implements DeltaFilter {
        private final StringBuilder held = new StringBuilder();
        private final boolean untilBoundary;

        WholeWords(boolean untilBoundary) {
            this.untilBoundary = untilBoundary;
        }

        @Override
        public synchronized void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                held.append(text.text());
                int end = 1 + Math.max(held.lastIndexOf(" "), held.lastIndexOf("\n"));
                if (end > 0) {
                    out.accept(new AiDelta.Text(held.substring(0, end)));
                    held.delete(0, end);
                }
                return;
            }
            boolean content = delta instanceof AiDelta.Reasoning
                    || delta instanceof AiDelta.Refusal
                    || delta instanceof AiDelta.ToolCallPart
                    || delta instanceof AiDelta.Whole
                    || delta instanceof AiDelta.Finish
                    || untilBoundary && delta instanceof AiDelta.Boundary;
            if (content) {
                finish(out);
            }
            out.accept(delta);
        }

        @Override
        public synchronized void finish(Consumer<AiDelta> out) {
            if (!held.isEmpty()) {
                out.accept(new AiDelta.Text(held.toString()));
                held.setLength(0);
            }
        }
    }

    /** Says how long the answer should be: a short question has a short answer. */
    private static final class FittingLength implements RequestPolicy {
        private static final int SHORT = 20;

        private volatile String instruction = "";

        @Override
        public AiCall onRequest(AiCall call) {
            if (instruction.isEmpty()) {
                int length = call.effective().stream()
                        .filter(Interaction.User.class::isInstance)
                        .mapToInt(question -> question.text().length())
                        .sum();
                instruction = length < SHORT ? "Answer in one sentence." : "Answer in a few paragraphs.";
            }
            return call.withAdded(new Interaction.System(instruction));
        }
    }

    /** Counts the characters that are shown. */
    private static final class Counting implements AiCall.DeltaSink {
        private final AiCall.DeltaSink last;
        private long characters;

        Counting(AiCall.DeltaSink last) {
            this.last = last;
        }

        @Override
        public void accept(AiDelta delta) {
            characters += delta instanceof AiDelta.Text text ? text.text().length() : 0;
            last.accept(delta);
        }

        @Override
        public boolean hasDelivered() {
            return last.hasDelivered();
        }

        @Override
        public void remark(String note) {
            last.remark(note);
        }
    }

    /** Remembers answers of text. */
    private static final class Remembered implements Policy {
        private static final int MOST = 100;

        private final Map<Question, AiReturn> answers = new LinkedHashMap<>();
        private final AtomicLong hits = new AtomicLong();

        @Override
        public Role role() {
            return Role.CACHE;
        }

        @Override
        public boolean appliesTo(AiCall call) {
            return call.cacheMode() != CacheMode.BYPASS
                    && call.options().temperature().orElse(0) == 0;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            Question question = new Question(call.fingerprint(), call.resources());
            AiReturn known = call.cacheMode() == CacheMode.READ_WRITE ? find(question) : null;
            if (known != null && !call.cancellation().isCancelled()) {
                call.addRemark("hit " + hits.incrementAndGet());
                return AiReturn.builder()
                        .interactions(known.interactions())
                        .finish(known.finish())
                        .model(known.model())
                        .ids(call.ids())
                        .build();
            }
            AiReturn ret = next.proceed(call);
            if (isKept(ret)) {
                keep(question, ret);
            }
            return ret;
        }

        private static boolean isKept(AiReturn ret) {
            return ret.isOk()
                    && ret.finish() == FinishReason.STOP
                    && ret.interactions().size() == 1
                    && ret.interactions().get(0) instanceof Interaction.Assistant answer
                    && answer.parts().stream().allMatch(Part.Text.class::isInstance)
                    && !ret.text().isBlank();
        }

        private synchronized @Nullable AiReturn find(Question question) {
            return answers.get(question);
        }

        private synchronized void keep(Question question, AiReturn ret) {
            answers.put(question, ret);
            if (answers.size() > MOST) {
                answers.remove(answers.keySet().iterator().next());
            }
        }

        private record Question(Fingerprint call, Map<String, String> resources) {}
    }

    /** Lets two calls run at the same time. */
    private static final class TwoAtOnce implements Policy {
        private final Semaphore places = new Semaphore(2);

        @Override
        public AiReturn around(AiCall call, Next next) {
            while (!places.tryAcquire()) {
                call.cancellation().sleep(Duration.ofMillis(20), "waiting for other calls");
            }
            AiReturn ret = next.proceed(call);
            if (ret.status() == AiReturn.Status.CANCELLED) {
                return ret;
            }
            places.release();
            return ret;
        }
    }
}
