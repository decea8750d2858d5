package dev.plumbline.testkit.faults;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Policies with one error each, written by an eighth author from the contract without knowledge of the laws. */
final class EighthPolicyFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private EighthPolicyFaults() {}

    static List<PlantedFault> all() {
        EighthPolicyFaults faults = new EighthPolicyFaults();
        faults.requests();
        faults.answers();
        faults.calls();
        return List.copyOf(faults.all);
    }

    private void add(
            String name, String breaks, boolean changesRequests, boolean changesAnswers, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> new PolicyLaws() {
            @Override
            public Policy policy() {
                return policy.get();
            }

            @Override
            public boolean changesRequests() {
                return changesRequests;
            }

            @Override
            public boolean changesAnswers() {
                return changesAnswers;
            }
        }));
    }

    private void requests() {
        add(
                "describes a tool once in a session",
                "An equal call later in the session is sent with other descriptions, because the policy remembers"
                        + " which it has sent. RequestPolicy.onRequest: \"A pure function of the call, but may read"
                        + " outside facts.\"",
                true,
                false,
                DescribesOnce::new);
        add(
                "cuts between two calls of a round",
                "Results whose calls were cut off are skipped at the beginning alone; a cut between two calls of one"
                        + " answer sends a result without its call. AiBody.unpaired: \"Checks that tool calls and"
                        + " results are paired\"; docs/policies.md, historyReduction: \"keeps whole turns\".",
                true,
                false,
                Newest::new);
    }

    private void answers() {
        add(
                "drops everything behind the end of a title",
                "Once the title is full, tool calls and the finish reason are dropped with the text."
                        + " docs/testing.md: \"Tool calls, tokens, ids and the reason of the end must pass\".",
                false,
                true,
                () -> ResponsePolicy.filter(call -> new Title()));
        add(
                "strips the end and loses the tool calls",
                "An answer whose text ends with white space is put together again of its parts, without its tool"
                        + " calls. docs/testing.md: \"Tool calls, tokens, ids and the reason of the end must pass\".",
                false,
                true,
                () -> (ResponsePolicy) EighthPolicyFaults::withoutBlankEnd);
    }

    private void calls() {
        add(
                "takes what passed for delivered",
                "The sink that counts characters answers true as soon as text has passed it, also if nobody was shown"
                        + " any. AiCall.DeltaSink: \"A policy that wraps a sink forwards hasDelivered() to it\", and"
                        + " hasDelivered: \"The last sink answers\".",
                false,
                false,
                Measured::new);
        add(
                "remembers answers without their resources",
                "A call with another hash of a resource gets the answer of the former one. AiCall.resources: \"name"
                        + " and hash of the answer's dependencies besides the text; part of the cache key\".",
                false,
                true,
                Remembering::new);
        add(
                "joins equal calls and shares the cancellation of the first",
                "The calls that wait for an equal one end as CANCELLED with it, although nobody cancelled them."
                        + " docs/policies.md, the cache: \"That call is cancelled, or its budget is used up? One of"
                        + " the others sends the call.\"",
                false,
                true,
                Joining::new);
    }

    /** Ends the text of an answer without white space. */
    private static AiReturn withoutBlankEnd(AiReturn ret, AiCall call) {
        List<Part> parts = new ArrayList<>();
        for (Interaction interaction : ret.interactions()) {
            if (interaction instanceof Interaction.Assistant said) {
                parts.addAll(said.parts());
            }
        }
        int last = parts.size() - 1;
        if (!ret.isOk() || last < 0 || !(parts.get(last) instanceof Part.Text text)) {
            return ret;
        }
        String stripped = text.text().stripTrailing();
        if (stripped.equals(text.text())) {
            return ret;
        }
        if (stripped.isEmpty()) {
            parts.remove(last);
        } else {
            parts.set(last, new Part.Text(stripped));
        }
        return ret.toBuilder()
                .interactions(parts.isEmpty() ? List.of() : List.of(new Interaction.Assistant(parts)))
                .build();
    }

    /** Sends the description of a tool once in a session, to save tokens. */
    private static final class DescribesOnce implements RequestPolicy {
        private final Map<String, Set<String>> described = new ConcurrentHashMap<>();

        @Override
        public AiCall onRequest(AiCall call) {
            Set<String> before =
                    described.computeIfAbsent(call.ids().session(), session -> ConcurrentHashMap.newKeySet());
            return call.withTools(call.tools().stream()
                    .map(tool -> before.add(tool.name()) ? tool : brief(tool))
                    .toList());
        }

        private static ToolDefinition brief(ToolDefinition tool) {
            return new ToolDefinition(
                    tool.name(),
                    "As described before.",
                    tool.inputSchema(),
                    tool.outputSchema(),
                    tool.tags(),
                    tool.owner());
        }
    }

    /** Sends the newest interactions, and all facts and instructions. */
    private static final class Newest implements RequestPolicy {
        private static final int MOST = 8;
        private static final Set<Interaction.Kind> ALWAYS =
                Set.of(Interaction.Kind.CONTEXT, Interaction.Kind.SYSTEM, Interaction.Kind.SUMMARY);

        @Override
        public AiCall onRequest(AiCall call) {
            List<Interaction> all = call.effective();
            int start = all.size() - MOST;
            if (start <= 0) {
                return call;
            }
            while (start < all.size() && all.get(start).kind() == Interaction.Kind.TOOL_RESULT) {
                start++; // the call of this result is not sent
            }
            List<Interaction> kept = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if (i >= start || ALWAYS.contains(all.get(i).kind())) {
                    kept.add(all.get(i));
                }
            }
            return call.withEffective(kept);
        }
    }

    /** Passes on the first characters of the text. */
    private static final class Title implements DeltaFilter {
        private int left = 20;

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (left <= 0) {
                return; // the title is full
            }
            if (delta instanceof AiDelta.Text text) {
                String piece = beginning(text.text());
                if (!piece.isEmpty()) {
                    out.accept(new AiDelta.Text(piece));
                }
            } else {
                out.accept(delta);
            }
        }

        private String beginning(String text) {
            int length = Math.min(left, text.length());
            left -= length;
            boolean half = left == 0 && length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
            return text.substring(0, half ? length - 1 : length);
        }
    }

    /** Writes the length of the streamed text into the trace. */
    private static final class Measured implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            Counting counting = new Counting(call.sink());
            AiReturn ret = next.proceed(call.withSink(counting));
            call.addRemark(counting.characters + " characters");
            return ret;
        }

        private static final class Counting implements DeltaSink {
            private final DeltaSink last;
            private long characters;

            Counting(DeltaSink last) {
                this.last = last;
            }

            @Override
            public void accept(AiDelta delta) {
                if (delta instanceof AiDelta.Text text) {
                    characters += text.text().length();
                } else if (delta instanceof AiDelta.Reset) {
                    characters = 0;
                }
                last.accept(delta);
            }

            @Override
            public boolean hasDelivered() {
                return characters > 0 || last.hasDelivered();
            }

            @Override
            public void remark(String note) {
                last.remark(note);
            }

            @Override
            public <T> Optional<T> service(Class<T> type) {
                return last.service(type);
            }
        }
    }

    /** Answers a question that was answered before. */
    private static final class Remembering implements Policy {
        private static final int MOST = 1000;

        private final Map<Question, AiReturn> answers = new LinkedHashMap<>();

        @Override
        public Role role() {
            return Role.CACHE;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            if (call.cacheMode() == CacheMode.BYPASS
                    || call.options().temperature().orElse(0) != 0) {
                return next.proceed(call);
            }
            Question question = new Question(call.namespace(), call.fingerprint());
            Optional<AiReturn> known = call.cacheMode() == CacheMode.REFRESH ? Optional.empty() : find(question);
            if (known.isPresent()) {
                call.addRemark("hit");
                return known.get().toBuilder().ids(call.ids()).build();
            }
            AiReturn ret = next.proceed(call);
            if (isWhole(ret)) {
                keep(question, ret);
            }
            return ret;
        }

        private synchronized Optional<AiReturn> find(Question question) {
            return Optional.ofNullable(answers.get(question));
        }

        private synchronized void keep(Question question, AiReturn ret) {
            answers.put(
                    question,
                    AiReturn.builder()
                            .interactions(ret.interactions())
                            .finish(ret.finish())
                            .model(ret.model())
                            .build());
            if (answers.size() > MOST) {
                answers.remove(answers.keySet().iterator().next());
            }
        }

        private static boolean isWhole(AiReturn ret) {
            return ret.isOk()
                    && ret.finish() == FinishReason.STOP
                    && ret.toolCalls().isEmpty()
                    && !ret.partialText().isBlank()
                    && ret.interactions().stream()
                            .filter(Interaction.Assistant.class::isInstance)
                            .flatMap(said -> ((Interaction.Assistant) said).parts().stream())
                            .noneMatch(Part.Refusal.class::isInstance);
        }

        private record Question(String namespace, Fingerprint call) {}
    }

    /** Sends one of the equal calls that run at the same time; the others get its answer. */
    private static final class Joining implements Policy {
        private final ConcurrentMap<ResponseStore.Key, Running> running = new ConcurrentHashMap<>();

        @Override
        public AiReturn around(AiCall call, Next next) {
            if (call.cacheMode() != CacheMode.READ_WRITE
                    || call.options().temperature().orElse(0) != 0) {
                return next.proceed(call);
            }
            ResponseStore.Key key = ResponseStore.Key.of(call, 1);
            while (true) {
                Running own = new Running(Thread.currentThread(), new CompletableFuture<>());
                Running first = running.putIfAbsent(key, own);
                if (first == null) {
                    return sent(key, own, call, next);
                }
                if (first.thread() == Thread.currentThread()) {
                    return next.proceed(call);
                }
                Optional<AiReturn> answer = awaited(first, call);
                if (answer.isPresent()) {
                    call.addRemark("joined an equal call");
                    return copy(answer.get(), call);
                }
            }
        }

        private AiReturn sent(ResponseStore.Key key, Running own, AiCall call, Next next) {
            Optional<AiReturn> answer = Optional.empty();
            try {
                AiReturn ret = next.proceed(call);
                answer = ret.error().filter(Joining::isOwn).isPresent() ? Optional.empty() : Optional.of(ret);
                return ret;
            } finally {
                running.remove(key, own);
                own.answer().complete(answer);
            }
        }

        /** Returns whether an error is that of one call alone, so that the others have to ask. */
        private static boolean isOwn(AiError error) {
            return error.category() == AiError.Category.BUDGET || error.category() == AiError.Category.TIMEOUT_TOTAL;
        }

        private static Optional<AiReturn> awaited(Running first, AiCall call) {
            CountDownLatch wake = new CountDownLatch(1);
            first.answer().whenComplete((answer, failure) -> wake.countDown());
            Subscription cancelled = call.cancellation().onCancel(wake::countDown);
            try {
                wake.await();
            } catch (InterruptedException e) {
                call.cancellation().cancel("the waiting thread was interrupted");
                Thread.currentThread().interrupt();
            } finally {
                cancelled.close();
            }
            call.cancellation().throwIfCancelled();
            return first.answer().join();
        }

        private static AiReturn copy(AiReturn answer, AiCall call) {
            AiReturn.Builder copy = AiReturn.builder()
                    .interactions(answer.interactions())
                    .finish(answer.finish())
                    .model(answer.model())
                    .ids(call.ids());
            answer.error().ifPresent(copy::error);
            return copy.build();
        }

        private record Running(Thread thread, CompletableFuture<Optional<AiReturn>> answer) {}
    }
}
