package dev.plumbline.call;

import dev.plumbline.body.Selector;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.TypeRef;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.immutables.value.Value;

/**
 * Options of a session or one of its turns. Every field is optional, and the runtime's defaults, a session and a turn
 * use the same type: <em>choices override, limits tighten</em>. Immutable; equal by content.
 */
@Value.Immutable
public sealed interface SessionOptions permits ImmutableSessionOptions {

    /** Returns options with nothing set. */
    static SessionOptions none() {
        return Builder.NONE;
    }

    /** Returns a builder with nothing set. */
    static Builder builder() {
        return new Builder(ImmutableSessionOptions.builder());
    }

    /** Returns options with only the model set. */
    static SessionOptions ofModel(ModelId model) {
        return ofModel(ModelOptions.of(model));
    }

    /** Returns options with only the model and its options set. */
    static SessionOptions ofModel(ModelOptions model) {
        return builder().model(model).build();
    }

    /** Returns options with only the type of the answer set. */
    static SessionOptions ofOutput(Class<?> type) {
        return builder().output(type).build();
    }

    /** Choice: the model and its options. */
    @Value.Default
    default ModelOptions model() {
        return ModelOptions.none();
    }

    /** Choice: the type of the answer. */
    Optional<Type> output();

    /** Choice: the permitted use of the response cache; READ_WRITE by default. */
    Optional<CacheMode> cache();

    /**
     * Choice: how long services are asked to keep what is sent in their prompt caches, where they need to be asked. By default
     * SHORT in conversations, and in a single call from its second round on; NONE switches it off.
     */
    Optional<PromptCacheHint.Retention> promptCache();

    /** Choice: when deltas are shown; by default LIVE, or WHEN_COMPLETE with an output schema. */
    Optional<Reveal> reveal();

    /** Choice: how often views are called with text; {@link Coalescing#BALANCED} by default. */
    Optional<Coalescing> coalescing();

    /** Choice: whether views see tool calls while the model still writes them; false by default. */
    Optional<Boolean> showToolProposals();

    /** Choice: how often views are notified that a turn still runs while there is no other event; never by default. */
    Optional<Duration> heartbeat();

    /** Choice: how many tools of one round may run at once; 1 by default. UI and exclusive tools never overlap. */
    Optional<Integer> parallelTools();

    /**
     * Choice: whether the host runs the tools that a model requests; false by default. It then sees each call and reports the
     * outcome with {@code ConversationSession.answer}.
     */
    Optional<Boolean> returnToolCalls();

    /** Choice: what happens to a second message while a turn runs; REFUSE by default. */
    Optional<BusyAction> busyAction();

    /**
     * Choice: the language in which the person of this session is asked, e.g. that of a user on a server; by default that of
     * the host application.
     */
    Optional<Locale> locale();

    /** Returns the turn during which this session is opened; see {@code ToolContext.child()}. */
    Optional<ParentTurn> parent();

    /** Returns the tenant or document; set when a session opens. */
    Optional<String> namespace();

    /**
     * Choice: whether a session is written into the journal, if there is one; true by default. Read when a session
     * opens.
     */
    Optional<Boolean> journal();

    /** Limit: the budget of a turn. */
    Optional<Budget> budget();

    /** Limit: a selector that narrows the body's tool filter. */
    @Value.Default
    default Selector toolFilter() {
        return Selector.ALL;
    }

    /** Limit: a selector that narrows the body's context filter. */
    @Value.Default
    default Selector contextFilter() {
        return Selector.ALL;
    }

    /** Limit: further cancellations that end the turn. */
    List<Cancellation> cancellations();

    /** Merges two levels. Choices: the value of this where set. Limits: the tighter of both. */
    default SessionOptions mergedOver(SessionOptions lower) {
        return Builder.merge(this, lower);
    }

    /** Returns a builder that starts with everything of this. */
    default Builder toBuilder() {
        return new Builder(ImmutableSessionOptions.builder().from(this));
    }

    /**
     * Limits how often a view is called while text flows: at once with the first piece, and then after that many
     * characters or that much time, but at most once in 16 ms, a frame of a screen. Events without text come at once,
     * after the text before them. Nothing is dropped.
     *
     * @param characters UTF-16 units, at least 1
     * @param time since the last piece; not negative
     */
    record Coalescing(int characters, Duration time) {
        /** 16 characters or 50 ms: words appear one by one. */
        public static final Coalescing LOW_LATENCY = new Coalescing(16, Duration.ofMillis(50));
        /** 120 characters or 100 ms: reading speed. */
        public static final Coalescing BALANCED = new Coalescing(120, Duration.ofMillis(100));
        /** 1000 characters or 400 ms: a few calls a second. */
        public static final Coalescing BATTERY_SAVER = new Coalescing(1000, Duration.ofMillis(400));

        public Coalescing {
            if (characters < 1 || time.isNegative()) {
                throw new IllegalArgumentException("characters must be >= 1 and time must not be negative; got "
                        + characters + " and " + time.toMillis() + " ms");
            }
        }
    }

    /** The action taken for a second message while a turn runs. */
    enum BusyAction {
        /** It is refused: the session is busy. */
        REFUSE,
        /** It waits in a queue; its time limits start when its turn begins. */
        QUEUE
    }

    /**
     * The turn that a session is a child of.
     *
     * @param ids the ids of that turn
     * @param budget its remaining budget, which its children use, too
     * @param receiver receives the return of each turn of a child, to add its usage and cost
     */
    record ParentTurn(CallIds ids, BudgetTracker budget, Consumer<AiReturn> receiver) {
        public ParentTurn {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(budget, "budget");
            Objects.requireNonNull(receiver, "receiver");
        }

        /** Creates the parent of sessions whose usage and cost are counted elsewhere. */
        public ParentTurn(CallIds ids, BudgetTracker budget) {
            this(ids, budget, ret -> {});
        }

        /** Reports a turn of a child that has ended. An exception of the receiver is ignored: the turn is over. */
        public void ended(AiReturn ret) {
            try {
                receiver.accept(ret);
            } catch (RuntimeException | Error dropped) {
                // a parent cannot change how the turn of its child ended
            }
        }
    }

    /** Builds options; each setter replaces the earlier value and checks its own. Used by one thread. */
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
                    .model(mine.model().mergedOver(lower.model()))
                    .toolFilter(mine.toolFilter().and(lower.toolFilter()))
                    .contextFilter(mine.contextFilter().and(lower.contextFilter()));
            mine.output().ifPresent(merged::output);
            mine.cache().ifPresent(merged::cache);
            mine.promptCache().ifPresent(merged::promptCache);
            mine.reveal().ifPresent(merged::reveal);
            mine.coalescing().ifPresent(merged::coalescing);
            mine.showToolProposals().ifPresent(merged::showToolProposals);
            mine.heartbeat().ifPresent(merged::heartbeat);
            mine.parallelTools().ifPresent(merged::parallelTools);
            mine.namespace().ifPresent(merged::namespace);
            mine.journal().ifPresent(merged::journal);
            mine.returnToolCalls().ifPresent(merged::returnToolCalls);
            mine.busyAction().ifPresent(merged::busyAction);
            mine.locale().ifPresent(merged::locale);
            mine.parent().ifPresent(merged::parent);
            mine.budget()
                    .map(budget -> lower.budget().map(budget::tightest).orElse(budget))
                    .ifPresent(merged::budget);
            merged.addAllCancellations(mine.cancellations());
            return merged.build();
        }

        /** Sets the model and its options. */
        public Builder model(ModelOptions options) {
            fields.model(options);
            return this;
        }

        /** Sets the type of the answer. */
        public Builder output(Class<?> type) {
            fields.output(type);
            return this;
        }

        /** Sets the type of the answer, a generic one. */
        public Builder output(TypeRef<?> type) {
            fields.output(type.type());
            return this;
        }

        /** Sets the permitted use of the response cache. */
        public Builder cache(CacheMode use) {
            fields.cache(use);
            return this;
        }

        /** Sets how long services are asked to keep what is sent in their prompt caches. */
        public Builder promptCache(PromptCacheHint.Retention retention) {
            fields.promptCache(retention);
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
         * Sets whether views see tool calls while the model still writes them. A provider call that fails after a shown
         * proposal is not retried.
         */
        public Builder showToolProposals(boolean shown) {
            fields.showToolProposals(shown);
            return this;
        }

        /**
         * Sets how often views are notified that a turn still runs while there is no other event.
         *
         * @throws IllegalArgumentException unless the interval is positive
         */
        public Builder heartbeat(Duration interval) {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException(
                        "the interval of a heartbeat must be positive; leave it unset for none");
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

        /** Sets whether the host runs the tools that a model requests. */
        public Builder returnToolCalls(boolean on) {
            fields.returnToolCalls(on);
            return this;
        }

        /** Sets what happens to a second message while a turn runs. */
        public Builder busyAction(BusyAction action) {
            fields.busyAction(action);
            return this;
        }

        /** Sets the language in which the person is asked. */
        public Builder locale(Locale language) {
            fields.locale(language);
            return this;
        }

        /** Makes sessions children of a turn, whose budget they use. */
        public Builder parent(ParentTurn turn) {
            fields.parent(turn);
            return this;
        }

        /** Sets the tenant or document; refused for a turn. */
        public Builder namespace(String tenantOrDocument) {
            fields.namespace(tenantOrDocument);
            return this;
        }

        /** Sets whether a session is written into the journal. */
        public Builder journal(boolean written) {
            fields.journal(written);
            return this;
        }

        /** Sets the budget of a turn. */
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

        /** Adds a cancellation that also ends the turn. */
        public Builder addCancellation(Cancellation cancellation) {
            fields.addCancellations(cancellation);
            return this;
        }

        /** Builds the options; never fails. */
        public SessionOptions build() {
            return fields.build();
        }
    }

    /** The permitted use of the response cache for a call. */
    enum CacheMode {
        /** Answer from the cache, and store the answer. */
        READ_WRITE,
        /** Neither read nor write the cache. */
        BYPASS,
        /** Ask the provider, and replace the stored answer. */
        REFRESH
    }

    /** The moment at which the deltas of a call are shown. */
    enum Reveal {
        /** Deltas are shown as they arrive; a Reset announces that a policy takes content back. */
        LIVE,
        /** Deltas are shown after the outermost policy has accepted the answer; the default with an output schema. */
        WHEN_COMPLETE
    }

    /**
     * A hint which parts of the prompt the provider should keep in its prompt cache, and for how long: an attribute of a call. A
     * session sets that of a conversation, see {@link SessionOptions#promptCache}; a policy may set another. Providers that cache
     * by themselves ignore it, and it is part of no cache key.
     *
     * @param instructions whether to mark the end of tools and instructions, which all calls of a session share
     * @param conversation whether to mark the end of all that is sent, and the place where the call before ended
     * @param afterMessages positions in {@link AiCall#effective()} after which to mark, in any order; of more positions than a
     *     provider accepts, the last ones count
     * @param retention how long it should be kept
     */
    record PromptCacheHint(
            boolean instructions, boolean conversation, List<Integer> afterMessages, Retention retention) {
        /** The attribute in which a policy passes the hint to the provider. */
        public static final TypedKey<PromptCacheHint> KEY =
                TypedKey.of("plumbline.prompt-cache", PromptCacheHint.class);

        public PromptCacheHint {
            afterMessages = List.copyOf(afterMessages);
        }

        /** Creates a hint of single positions. */
        public PromptCacheHint(boolean instructions, List<Integer> afterMessages, Retention retention) {
            this(instructions, false, afterMessages, retention);
        }

        /** Returns the hint of a conversation, whose next call sends all of this one again. */
        public static PromptCacheHint ofConversation(Retention retention) {
            return new PromptCacheHint(true, true, List.of(), retention);
        }

        /** The time for which a provider keeps the cached prompt. */
        public enum Retention {
            /** Nothing is marked. */
            NONE,
            /** A few minutes from its last use. */
            SHORT,
            /** About an hour; writing it costs more. */
            LONG
        }
    }

    /**
     * The limits of one turn, retries and repairs included. Lower levels can only tighten them.
     *
     * @param rounds provider calls, each with the tools that it requests
     * @param toolCallsPerRound tool calls of one round; further ones are answered with BUDGET. If one answer has more than
     *     256 calls, or than this number if it is higher, none of them runs and the turn ends
     * @param providerCalls provider calls, retries and repairs included
     * @param toolCalls tool calls of the turn
     * @param tokens input and output together
     * @param bytes received from providers and tools
     * @param time from the input to the final result
     * @param onLimit the action when the rounds are used up; every other limit ends the turn
     */
    record Budget(
            int rounds,
            int toolCallsPerRound,
            int providerCalls,
            int toolCalls,
            long tokens,
            long bytes,
            Duration time,
            LimitAction onLimit) {

        private static final Budget DEFAULTS =
                new Budget(40, 32, 120, 640, 5_000_000, 320L << 20, Duration.ofMinutes(50), LimitAction.ASK);

        public Budget {
            boolean positive = rounds > 0 && toolCallsPerRound > 0 && providerCalls > 0 && toolCalls > 0;
            if (!positive || tokens <= 0 || bytes <= 0 || time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException("every limit of a budget is at least 1");
            }
            Objects.requireNonNull(onLimit, "onLimit");
        }

        /**
         * Returns the default: 40 rounds of 32 tool calls, 120 provider calls, 640 tool calls, 5,000,000 tokens, 320 MiB, 50
         * minutes, and a question when the rounds are used up.
         */
        public static Budget ofDefaults() {
            return DEFAULTS;
        }

        /** Returns a copy with that many rounds. */
        public Budget withRounds(int limit) {
            return new Budget(limit, toolCallsPerRound, providerCalls, toolCalls, tokens, bytes, time, onLimit);
        }

        /** Returns a copy with that many provider calls, retries and repairs included. */
        public Budget withProviderCalls(int limit) {
            return new Budget(rounds, toolCallsPerRound, limit, toolCalls, tokens, bytes, time, onLimit);
        }

        /** Returns a copy with that many tool calls per round and per turn. */
        public Budget withToolCalls(int perRound, int perTurn) {
            return new Budget(rounds, perRound, providerCalls, perTurn, tokens, bytes, time, onLimit);
        }

        /** Returns a copy with that many tokens, input and output together. */
        public Budget withTokens(long limit) {
            return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, limit, bytes, time, onLimit);
        }

        /** Returns a copy with that many bytes received from providers and tools. */
        public Budget withBytes(long limit) {
            return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, tokens, limit, time, onLimit);
        }

        /** Returns a copy with that much time. */
        public Budget withTime(Duration limit) {
            return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, tokens, bytes, limit, onLimit);
        }

        /** Returns a copy with that action when the rounds are used up. */
        public Budget withOnLimit(LimitAction action) {
            return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, tokens, bytes, time, action);
        }

        /** Returns the smaller of both, limit by limit; STOP wins over a final answer, and that over asking. */
        public Budget tightest(Budget other) {
            return new Budget(
                    Math.min(rounds, other.rounds),
                    Math.min(toolCallsPerRound, other.toolCallsPerRound),
                    Math.min(providerCalls, other.providerCalls),
                    Math.min(toolCalls, other.toolCalls),
                    Math.min(tokens, other.tokens),
                    Math.min(bytes, other.bytes),
                    time.compareTo(other.time) < 0 ? time : other.time,
                    onLimit.compareTo(other.onLimit) < 0 ? onLimit : other.onLimit);
        }

        /** The action when the rounds are used up; the strictest first. */
        public enum LimitAction {
            /** The turn fails with BUDGET. */
            STOP,
            /** The model is asked once more, and may call no tool; if it calls one, once again. */
            FINAL_ANSWER_WITHOUT_TOOLS,
            /**
             * The user decides whether the turn gets the whole budget once more. Without an answer within 2 minutes, and in
             * the turn of a tool, the model is asked once more, without tools.
             */
            ASK
        }
    }
}
