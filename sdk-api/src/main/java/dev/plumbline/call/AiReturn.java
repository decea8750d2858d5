package dev.plumbline.call;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The result of one call, or of all rounds of one turn. Never null and never thrown; a failed return keeps the content
 * that had arrived, and {@code text}, {@code json} and {@code as} throw, so that a failure is not taken for an empty
 * answer. Immutable.
 */
public final class AiReturn {
    private final List<Interaction> interactions;
    private final int answerAt;
    private final Usage usage;
    private final FinishReason finish;
    private final @Nullable AiError error;
    private final ModelId model;
    private final CallIds ids;
    private final @Nullable String requestId;
    private final @Nullable Cost cost;
    private final long savedTokens;
    private final Trace trace;

    private AiReturn(Builder from) {
        interactions = from.interactions;
        answerAt = ReturnContent.answerAt(from.interactions, from.lastRoundAt);
        usage = from.usage;
        finish = from.finish;
        error = from.error;
        model = from.model;
        ids = from.ids;
        requestId = from.requestId;
        cost = from.cost;
        savedTokens = from.savedTokens;
        trace = from.trace;
    }

    /** Returns a finished answer of that text, for caches, policies and tests. */
    public static AiReturn ofText(String text) {
        return builder()
                .deltas(List.of(new AiDelta.Text(text), new AiDelta.Finish(FinishReason.STOP)))
                .build();
    }

    /** Returns a failed return without content. */
    public static AiReturn failed(AiError error) {
        return builder().error(error).build();
    }

    /** Returns a builder of an empty return, for providers and caches. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the interactions that this call or turn added, in order. */
    public List<Interaction> interactions() {
        return interactions;
    }

    /** Returns the tokens, summed over attempts and rounds; a cache hit adds nothing. */
    public Usage usage() {
        return usage;
    }

    /**
     * Returns the tokens that the answer of this call cost when a provider gave it, if it comes from the cache of responses or
     * from an equal call that was running: {@link #usage} does not have them. 0 otherwise, and for the return of a whole
     * turn. No part of equality.
     */
    public long savedTokens() {
        return savedTokens;
    }

    /** Returns why the model stopped. */
    public FinishReason finish() {
        return finish;
    }

    /** Returns why it failed; empty if ok. */
    public Optional<AiError> error() {
        return Optional.ofNullable(error);
    }

    /** Returns the model that answered; {@link ModelId#NONE} if none did. */
    public ModelId model() {
        return model;
    }

    /** Returns the ids of the session, turn, round and request. */
    public CallIds ids() {
        return ids;
    }

    /** Returns the provider's own id of the request, if it gave one. */
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    /**
     * Returns the price by the catalogue; empty if a price is unknown, and for an answer that was stopped or broke off,
     * whose tokens the service bills and does not report.
     */
    public Optional<Cost> cost() {
        return Optional.ofNullable(cost);
    }

    /** Returns the trace: what each policy did. */
    public Trace trace() {
        return trace;
    }

    /** Returns why the call or turn ended. */
    public Status status() {
        if (error == null) {
            return Status.COMPLETED;
        }
        return error.category() == AiError.Category.CANCELLED ? Status.CANCELLED : Status.FAILED;
    }

    /** Returns whether it completed. */
    public boolean isOk() {
        return error == null;
    }

    /**
     * Returns the final answer: the text of the last round, after its tool results.
     *
     * @throws AiException when it failed
     */
    public String text() {
        return orThrow().partialText();
    }

    /** Returns the text of the final answer as far as it arrived; never throws. */
    public String partialText() {
        return ReturnContent.join(finalAnswer(), Part.Text.class);
    }

    /** Returns the model's reasoning of the final answer, if the provider shows it; never throws. */
    public String reasoning() {
        return ReturnContent.join(finalAnswer(), Part.Reasoning.class);
    }

    /** Returns the images of the final answer, in order; empty if the model made none; never throws. */
    public List<Blob> images() {
        return ReturnContent.images(finalAnswer());
    }

    /**
     * Returns the final answer as JSON.
     *
     * @throws AiException when it failed; INVALID_RESPONSE when the text is not JSON; CANCELLED {@code taken-over} when
     *     the user took over
     */
    public Json json() {
        return ReturnContent.json(answered());
    }

    /**
     * Returns the final answer bound to a type.
     *
     * @throws AiException when it failed; INVALID_RESPONSE when it does not fit; CANCELLED {@code taken-over} when the
     *     user took over
     */
    public <T> T as(Class<T> type) {
        return as(TypeRef.of(type));
    }

    /**
     * Returns the final answer bound to a generic type.
     *
     * @throws AiException when it failed; INVALID_RESPONSE when it does not fit; CANCELLED {@code taken-over} when the
     *     user took over
     */
    public <T> T as(TypeRef<T> type) {
        return ReturnContent.bind(answered(), type);
    }

    private String answered() {
        String text = text();
        if (answerAt == interactions.size()) {
            ReturnContent.requireAnswer(toolResults());
        }
        return text;
    }

    /** Returns the tool calls among the interactions. */
    public List<Interaction.ToolCall> toolCalls() {
        return ReturnContent.only(interactions(), Interaction.ToolCall.class);
    }

    /** Returns the tool results among the interactions, in call order; empty for a single call. */
    public List<Interaction.ToolResult> toolResults() {
        return ReturnContent.only(interactions(), Interaction.ToolResult.class);
    }

    /**
     * Returns the interactions of the last round, after its tool results: what the last provider call brought. Empty if
     * it brought nothing, or if the turn ended with the results of its tools.
     */
    public List<Interaction> finalAnswer() {
        return interactions.subList(answerAt, interactions.size());
    }

    /** Returns the shortest delta list whose fold is the final answer, with usage and finish reason. */
    public List<AiDelta> deltas() {
        return ContentToDeltas.of(finalAnswer(), usage(), finish());
    }

    /**
     * Returns this if ok.
     *
     * @throws AiException otherwise
     */
    public AiReturn orThrow() {
        if (error != null) {
            throw new AiException(error, SensitiveText.of(partialText()));
        }
        return this;
    }

    /** Returns a copy with every text part mapped, also of a partial answer. */
    public AiReturn mapText(UnaryOperator<String> change) {
        return toBuilder()
                .interactions(ReturnContent.map(interactions(), change))
                .lastRoundAt(answerAt)
                .build();
    }

    /**
     * Returns a copy of the return of one call without opaque parts, such as signed thinking: for an answer that will be sent
     * behind something else than what it was given to; see {@link Interaction#withoutOpaque}.
     */
    public AiReturn withoutOpaque() {
        return toBuilder()
                .interactions(Interaction.withoutOpaque(interactions()))
                .build();
    }

    /** Returns a failed copy; the content that arrived stays readable as partial. */
    public AiReturn withError(AiError error) {
        return toBuilder().error(error).build();
    }

    /** Returns a copy with that usage. */
    public AiReturn withUsage(Usage usage) {
        return toBuilder().usage(usage).build();
    }

    /** Returns a copy with that trace. */
    public AiReturn withTrace(Trace trace) {
        return toBuilder().trace(trace).build();
    }

    /** Returns a builder that starts with everything of this return. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AiReturn ret
                && interactions.equals(ret.interactions)
                && answerAt == ret.answerAt
                && usage.equals(ret.usage)
                && finish == ret.finish
                && Objects.equals(error, ret.error)
                && model.equals(ret.model)
                && ids.equals(ret.ids)
                && Objects.equals(requestId, ret.requestId)
                && Objects.equals(cost, ret.cost);
    }

    @Override
    public int hashCode() {
        return Objects.hash(interactions, answerAt, usage, finish, error, model, ids, requestId, cost);
    }

    /** Returns a text without any content of the answer; of a failed return with category, code and message of its error. */
    @Override
    public String toString() {
        String why = error == null ? "" : ", " + error;
        return "AiReturn[" + status() + why + ", " + interactions.size() + " interactions, " + usage + "]";
    }

    /** The reason why a call or turn ended. */
    public enum Status {
        COMPLETED,
        FAILED,
        CANCELLED
    }

    /** Builds a return; each setter replaces the earlier value. Used by one thread. */
    public static final class Builder {
        private List<Interaction> interactions = List.of();
        private int lastRoundAt;
        private Usage usage = Usage.NONE;
        private FinishReason finish = FinishReason.NONE;
        private @Nullable AiError error;
        private ModelId model = ModelId.NONE;
        private CallIds ids = CallIds.NONE;
        private @Nullable String requestId;
        private @Nullable Cost cost;
        private long savedTokens;
        private Trace trace = Trace.EMPTY;

        Builder() {}

        /** Creates a builder that starts with everything of that return. */
        Builder(AiReturn ret) {
            interactions = ret.interactions;
            lastRoundAt = ret.answerAt;
            usage = ret.usage;
            finish = ret.finish;
            error = ret.error;
            model = ret.model;
            ids = ret.ids;
            requestId = ret.requestId;
            cost = ret.cost;
            savedTokens = ret.savedTokens;
            trace = ret.trace;
        }

        /** Sets content, usage and finish reason to the fold of these deltas, which are those of one call. */
        public Builder deltas(Iterable<AiDelta> deltas) {
            Fold fold = Fold.create();
            deltas.forEach(fold);
            interactions(fold.interactions());
            usage = fold.usage();
            finish = fold.finish();
            return this;
        }

        /** Sets the content, all of one round until {@link #lastRoundAt} says otherwise. */
        public Builder interactions(List<? extends Interaction> interactions) {
            this.interactions = List.copyOf(interactions);
            lastRoundAt = 0;
            return this;
        }

        /**
         * Sets how many interactions precede those of the last round; 0 for a single call. Set it after the content.
         *
         * @throws IndexOutOfBoundsException if there are not so many
         */
        public Builder lastRoundAt(int index) {
            lastRoundAt = Objects.checkIndex(index, interactions.size() + 1);
            return this;
        }

        /** Sets the usage. */
        public Builder usage(Usage usage) {
            this.usage = Objects.requireNonNull(usage, "usage");
            return this;
        }

        /** Sets why the model stopped. */
        public Builder finish(FinishReason finish) {
            this.finish = Objects.requireNonNull(finish, "finish");
            return this;
        }

        /** Sets the error, which makes it a failed return. */
        public Builder error(AiError error) {
            this.error = Objects.requireNonNull(error, "error");
            return this;
        }

        /** Sets the model that answered. */
        public Builder model(ModelId model) {
            this.model = Objects.requireNonNull(model, "model");
            return this;
        }

        /** Sets the correlation ids. */
        public Builder ids(CallIds ids) {
            this.ids = Objects.requireNonNull(ids, "ids");
            return this;
        }

        /** Sets the provider's id of the request. */
        public Builder requestId(String id) {
            requestId = Objects.requireNonNull(id, "id");
            return this;
        }

        /** Sets the price. */
        public Builder cost(Cost cost) {
            this.cost = Objects.requireNonNull(cost, "cost");
            return this;
        }

        /** Sets the {@linkplain AiReturn#savedTokens tokens} that were not used again, for caches; at least 0. */
        public Builder savedTokens(long tokens) {
            if (tokens < 0) {
                throw new IllegalArgumentException("saved tokens are never negative; got " + tokens);
            }
            savedTokens = tokens;
            return this;
        }

        /** Sets the trace. */
        public Builder trace(Trace trace) {
            this.trace = Objects.requireNonNull(trace, "trace");
            return this;
        }

        /** Builds the return; never fails. */
        public AiReturn build() {
            return new AiReturn(this);
        }
    }

    /**
     * The steps of a call through its policies: names, times and fingerprints, no content. Steps are computed on first use.
     * Immutable; thread-safe.
     */
    public static final class Trace {
        /** The trace of a return that no chain produced. */
        public static final Trace EMPTY = Trace.of(List::of);

        private final Supplier<List<Step>> source;

        private Trace(Supplier<List<Step>> source) {
            this.source = source;
        }

        /** Returns a trace whose steps the supplier computes; it must return the same ones each time. */
        public static Trace of(Supplier<List<Step>> steps) {
            return new Trace(steps);
        }

        /** Returns one step for each run of a policy, in the order in which they began: outermost first. */
        public List<Step> steps() {
            return source.get();
        }

        /**
         * Returns the last remark of a policy, e.g. cache: {@code miss: no entry}, or all of the provider, with semicolons;
         * empty if it did not run or made none.
         */
        public String note(String policy) {
            return steps().stream()
                    .filter(step -> step.policy().equals(policy) && !step.note().isEmpty())
                    .reduce("", (before, step) -> step.note(), (a, b) -> b);
        }

        /** Returns the steps as a table, for a log or a terminal. */
        public String table() {
            StringBuilder table = new StringBuilder("policy                 own µs  changed  note\n");
            for (Step step : steps()) {
                table.append(String.format(
                        java.util.Locale.ROOT,
                        "%-20s %8d  %-7s  %s%n",
                        step.policy(),
                        step.ownTime().toNanos() / 1000,
                        step.before().equals(step.after())
                                ? ""
                                : step.after().shortText().substring(5),
                        step.shortCircuit() ? ("stopped here " + step.note()).trim() : step.note()));
            }
            return table.toString();
        }

        @Override
        public String toString() {
            return "Trace[" + steps().size() + " steps]";
        }

        /**
         * One run of a policy.
         *
         * @param policy its name
         * @param took from its entry to its exit, inner policies included
         * @param ownTime the part of {@code took} without inner policies
         * @param before the fingerprint of the call that it received
         * @param after the fingerprint of the call that it passed on; the same if it changed no field of the fingerprint
         * @param shortCircuit whether it answered without passing the call on
         * @param note its last remark, or all of a provider; empty if it made none
         */
        public record Step(
                String policy,
                Duration took,
                Duration ownTime,
                Fingerprint before,
                Fingerprint after,
                boolean shortCircuit,
                String note) {}
    }
}
