package dev.plumbline.call;

import dev.plumbline.body.Selector;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.TypeRef;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * How a session or one of its turns runs. Every field is optional, and the same type serves the runtime's defaults, a
 * session and a turn: <em>choices override, limits tighten</em>. Immutable; equal by content.
 */
@Value.Immutable
public sealed interface SessionOptions permits ImmutableSessionOptions {

    /** Nothing set. */
    static SessionOptions none() {
        return Builder.NONE;
    }

    /** A builder with nothing set. */
    static Builder builder() {
        return new Builder(ImmutableSessionOptions.builder());
    }

    /** Only the model. */
    static SessionOptions ofModel(ModelId model) {
        return builder().model(ModelOptions.of(model)).build();
    }

    /** Only the shape of the answer. */
    static SessionOptions ofOutput(Class<?> type) {
        return builder().output(type).build();
    }

    /** Choice: who answers and how. */
    @Value.Default
    default ModelOptions model() {
        return ModelOptions.none();
    }

    /** Choice: the shape of the answer. */
    Optional<Type> output();

    /** Choice: what the response cache may do; READ_WRITE unless set. */
    Optional<CacheMode> cache();

    /** Choice: when deltas are shown; LIVE unless set, WHEN_COMPLETE with an output schema. */
    Optional<Reveal> reveal();

    /** Choice: how often views are called with text; {@link Coalescing#BALANCED} unless set. */
    Optional<Coalescing> coalescing();

    /** Choice: whether views see tool calls while the model still writes them; no unless set. */
    Optional<Boolean> toolProposals();

    /** Choice: how often views are notified that a turn still runs while there is no other event; never unless set. */
    Optional<Duration> heartbeat();

    /** Choice: how many tools of one round may run at once; 1 unless set. UI and exclusive tools never overlap. */
    Optional<Integer> parallelTools();

    /** Choice: who runs the tools; RUN unless set. */
    Optional<ToolHandling> toolHandling();

    /** Choice: what a second message does while a turn runs; REFUSE unless set. */
    Optional<BusyAction> whenBusy();

    /** The turn in the middle of which this session is opened; see {@code ToolContext.child()}. */
    Optional<ParentTurn> parent();

    /** The tenant or document; set when a session opens. */
    Optional<String> namespace();

    /** Limit: what a turn may use. */
    Optional<Budget> budget();

    /** Limit: narrows the body's tool filter. */
    @Value.Default
    default Selector toolFilter() {
        return Selector.ALL;
    }

    /** Limit: narrows the body's context filter. */
    @Value.Default
    default Selector contextFilter() {
        return Selector.ALL;
    }

    /** Limit: the turn ends when one of these is cancelled, too. */
    List<Cancellation> cancellations();

    /** Choices: mine where set. Limits: the tighter of both. */
    default SessionOptions over(SessionOptions lower) {
        return Builder.merge(this, lower);
    }

    /** A builder that starts with everything of this. */
    default Builder toBuilder() {
        return new Builder(ImmutableSessionOptions.builder().from(this));
    }

    /**
     * How often a view is called while text flows: with the first piece at once, and then whenever there are so many characters or so
     * much time has passed, but not twice within 16 ms, a frame of a screen. Whatever is no text comes at once, behind the text
     * before it. Nothing is dropped.
     *
     * @param characters UTF-16 units, at least 1
     * @param time since the last piece; not negative
     */
    record Coalescing(int characters, Duration time) {
        /** 16 characters or 50 ms: words appear one by one. */
        public static final Coalescing LOW_LATENCY = new Coalescing(16, Duration.ofMillis(50));
        /** 120 characters or 100 ms: as fast as one reads. */
        public static final Coalescing BALANCED = new Coalescing(120, Duration.ofMillis(100));
        /** 1000 characters or 400 ms: a few calls a second. */
        public static final Coalescing BATTERY_SAVER = new Coalescing(1000, Duration.ofMillis(400));

        /** Checks the bounds. */
        public Coalescing {
            if (characters < 1 || time.isNegative()) {
                throw new IllegalArgumentException(
                        "text is shown after at least 1 character, and time does not run back");
            }
        }
    }

    /** Whether the session or the caller runs the tools that a model requests. */
    enum ToolHandling {
        /** The runtime runs them, subject to tools, policies and approvals. */
        RUN,
        /** The host does: it is shown each call and says what came of it, by {@code ConversationSession.answer}. */
        RETURN
    }

    /** The action taken for a second message while a turn runs. */
    enum BusyAction {
        /** It is refused: the session is busy. */
        REFUSE,
        /** It waits in line, and its time begins when its turn does. */
        QUEUE
    }

    /**
     * The turn a session is a child of.
     *
     * @param ids of that turn
     * @param spending what it may still use: its children use it, too
     */
    record ParentTurn(CallIds ids, BudgetTracker spending) {
        public ParentTurn {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(spending, "spending");
        }
    }

    /** Builds options; each setter replaces what was set before, and checks its own value. Used by one thread. */
    final class Builder {
        static final SessionOptions NONE = ImmutableSessionOptions.builder().build();
        private final ImmutableSessionOptions.Builder fields;

        Builder(ImmutableSessionOptions.Builder fields) {
            this.fields = fields;
        }

        static SessionOptions merge(SessionOptions mine, SessionOptions lower) {
            if (mine.equals(NONE)) {
                return lower;
            }
            ImmutableSessionOptions.Builder merged = ImmutableSessionOptions.builder()
                    .from(lower)
                    .model(mine.model().over(lower.model()))
                    .toolFilter(mine.toolFilter().and(lower.toolFilter()))
                    .contextFilter(mine.contextFilter().and(lower.contextFilter()));
            mine.output().ifPresent(merged::output);
            mine.cache().ifPresent(merged::cache);
            mine.reveal().ifPresent(merged::reveal);
            mine.coalescing().ifPresent(merged::coalescing);
            mine.toolProposals().ifPresent(merged::toolProposals);
            mine.heartbeat().ifPresent(merged::heartbeat);
            mine.parallelTools().ifPresent(merged::parallelTools);
            mine.namespace().ifPresent(merged::namespace);
            mine.toolHandling().ifPresent(merged::toolHandling);
            mine.whenBusy().ifPresent(merged::whenBusy);
            mine.parent().ifPresent(merged::parent);
            mine.budget()
                    .map(budget -> lower.budget().map(budget::tightest).orElse(budget))
                    .ifPresent(merged::budget);
            merged.addAllCancellations(mine.cancellations());
            return merged.build();
        }

        /** Sets who answers and how. */
        public Builder model(ModelOptions options) {
            fields.model(options);
            return this;
        }

        /** Sets the shape of the answer. */
        public Builder output(Class<?> type) {
            fields.output(type);
            return this;
        }

        /** Sets the shape of the answer, of a generic type. */
        public Builder output(TypeRef<?> type) {
            fields.output(type.type());
            return this;
        }

        /** Sets what the response cache may do. */
        public Builder cache(CacheMode use) {
            fields.cache(use);
            return this;
        }

        /** Sets when deltas are shown. */
        public Builder reveal(Reveal reveal) {
            fields.reveal(reveal);
            return this;
        }

        /** Sets how often views are called with text. */
        public Builder coalescing(Coalescing window) {
            fields.coalescing(window);
            return this;
        }

        /**
         * Sets whether views see tool calls while the model still writes them. What was seen is not asked again: a call of the
         * model that fails behind a proposal is not retried.
         */
        public Builder toolProposals(boolean shown) {
            fields.toolProposals(shown);
            return this;
        }

        /**
         * Sets how often views are notified that a turn still runs while there is no other event.
         *
         * @throws IllegalArgumentException for no time at all
         */
        public Builder heartbeat(Duration interval) {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("a heartbeat comes every so often; leave it unset for none");
            }
            fields.heartbeat(interval);
            return this;
        }

        /**
         * Sets how many tools of one round may run at once.
         *
         * @throws IllegalArgumentException below 1
         */
        public Builder parallelTools(int atOnce) {
            if (atOnce < 1) {
                throw new IllegalArgumentException("at least 1 tool runs at a time");
            }
            fields.parallelTools(atOnce);
            return this;
        }

        /** Sets who runs the tools. */
        public Builder toolHandling(ToolHandling handling) {
            fields.toolHandling(handling);
            return this;
        }

        /** Sets what a second message does while a turn runs. */
        public Builder whenBusy(BusyAction manners) {
            fields.whenBusy(manners);
            return this;
        }

        /** Makes sessions children of a turn, at whose expense they run. */
        public Builder parent(ParentTurn turn) {
            fields.parent(turn);
            return this;
        }

        /** Sets the tenant or document; refused for a turn. */
        public Builder namespace(String tenantOrDocument) {
            fields.namespace(tenantOrDocument);
            return this;
        }

        /** Sets what a turn may use. */
        public Builder budget(Budget budget) {
            fields.budget(budget);
            return this;
        }

        /**
         * Narrows the body's tool filter.
         *
         * @throws IllegalArgumentException names the bad term
         */
        public Builder toolFilter(String selector) {
            fields.toolFilter(Selector.of(selector));
            return this;
        }

        /**
         * Narrows the body's context filter.
         *
         * @throws IllegalArgumentException names the bad term
         */
        public Builder contextFilter(String selector) {
            fields.contextFilter(Selector.of(selector));
            return this;
        }

        /** Ends the turn when this one is cancelled, too; several add up. */
        public Builder addCancellation(Cancellation cancellation) {
            fields.addCancellations(cancellation);
            return this;
        }

        /** The options; never fails. */
        public SessionOptions build() {
            return fields.build();
        }
    }
}
