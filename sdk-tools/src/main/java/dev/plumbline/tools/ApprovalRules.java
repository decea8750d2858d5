package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;

/**
 * The rules that decide which tool calls run, are refused, or need the user's approval. The strictest matching rule
 * decides (deny, ask, allow), so the order of rules does not matter. A call that matches no rule is asked. Immutable.
 */
public final class ApprovalRules {
    private final List<Rule> rules;
    private final Optional<String> unchanged;
    private final Duration timeout;
    private final Duration validity;
    private final int maxQuestions;
    private final boolean watchesOrigins;

    private ApprovalRules(Builder builder) {
        this.rules = List.copyOf(builder.rules);
        this.unchanged = builder.revisionKey;
        this.timeout = builder.timeout;
        this.validity = builder.validity;
        this.maxQuestions = builder.maxQuestions;
        this.watchesOrigins = rules.stream().anyMatch(rule -> rule.when() != When.ALWAYS);
    }

    /** Returns a builder without rules: every call is asked. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the recommended rules: destructive tools are asked, all others run. */
    public static ApprovalRules ofDefaults() {
        return builder().allow("*").ask("#destructive").build();
    }

    /** Returns the key of the context source whose change makes an approval void, if one is set. */
    public Optional<String> unchanged() {
        return unchanged;
    }

    Duration timeout() {
        return timeout;
    }

    Duration validity() {
        return validity;
    }

    int maxQuestions() {
        return maxQuestions;
    }

    /** Returns whether a rule depends on the content that the model has read. */
    boolean watchesOrigins() {
        return watchesOrigins;
    }

    /**
     * Returns the decision of the strictest matching rule; {@code ASK_ONCE} if none matches.
     *
     * @param untrusted whether the model has read untrusted content
     * @param hasUntrustedValue whether a value that decides stands in nothing that is trusted
     */
    RuleDecision verdict(ToolDefinition tool, Json arguments, boolean untrusted, BooleanSupplier hasUntrustedValue) {
        RuleDecision strictest = RuleDecision.ALLOW;
        boolean hasMatch = false;
        for (Rule rule : rules) {
            if ((untrusted || rule.when() == When.ALWAYS)
                    && rule.concerns(tool)
                    && (rule.when() != When.UNTRUSTED_VALUES || hasUntrustedValue.getAsBoolean())
                    && rule.isSatisfied(tool, arguments)) {
                hasMatch = true;
                strictest = rule.verdict().compareTo(strictest) > 0 ? rule.verdict() : strictest;
            }
        }
        return hasMatch ? strictest : RuleDecision.ASK_ONCE;
    }

    /** The decision about a call; later constants are stricter. */
    enum RuleDecision {
        ALLOW,
        ASK_ONCE,
        ASK_EACH_TIME,
        DENY
    }

    /** What must have been read for a rule to apply. */
    private enum When {
        ALWAYS,
        UNTRUSTED,
        UNTRUSTED_VALUES
    }

    private record Rule(Selector tools, BiPredicate<ToolDefinition, Json> condition, RuleDecision verdict, When when) {
        boolean isSatisfied(ToolDefinition tool, Json arguments) {
            try {
                return condition.test(tool, arguments);
            } catch (RuntimeException | Error failed) {
                throw HostFunctionException.of("approval rule for " + tools, failed);
            }
        }

        boolean concerns(ToolDefinition tool) {
            return tools.matches(tool.name(), tool.tags(), tool.owner());
        }
    }

    /** Builds rules; their order does not matter. A malformed selector is refused at once. Used by one thread. */
    public static final class Builder {
        private final List<Rule> rules = new ArrayList<>();
        private Optional<String> revisionKey = Optional.empty();
        private Duration timeout = Duration.ofMinutes(2);
        private Duration validity = Duration.ofMinutes(10);
        private int maxQuestions = 20;

        private Builder() {}

        /** Adds a rule: the selected tools run without asking. */
        public Builder allow(String tools) {
            return rule(tools, (tool, arguments) -> true, RuleDecision.ALLOW);
        }

        /** Adds a rule: the user decides about calls of the selected tools. */
        public Builder ask(String tools) {
            return rule(tools, (tool, arguments) -> true, RuleDecision.ASK_ONCE);
        }

        /** Adds a rule: the selected tools never run; the model gets DENIED. */
        public Builder deny(String tools) {
            return rule(tools, (tool, arguments) -> true, RuleDecision.DENY);
        }

        /**
         * Adds a rule: the user decides each time the arguments satisfy the condition. Approval for the whole session
         * is not offered.
         */
        public Builder askWhen(String tools, BiPredicate<ToolDefinition, Json> condition) {
            return rule(tools, condition, RuleDecision.ASK_EACH_TIME);
        }

        /** Adds a rule: the selected tools never run with arguments that satisfy the condition. */
        public Builder denyWhen(String tools, BiPredicate<ToolDefinition, Json> condition) {
            return rule(tools, condition, RuleDecision.DENY);
        }

        /**
         * Adds a rule: the user decides each time after the model has read untrusted content in this conversation: a
         * result or fact whose label is {@code DOCUMENT}, {@code MCP} or {@code WEB}, an attachment, or a summary of
         * earlier entries. The question says which.
         */
        public Builder askWhenUntrusted(String tools) {
            rules.add(new Rule(
                    Selector.of(tools), (tool, arguments) -> true, RuleDecision.ASK_EACH_TIME, When.UNTRUSTED));
            return this;
        }

        /**
         * Adds a rule: the user decides each time after the model has read untrusted content, as {@link #askWhenUntrusted},
         * if a value that decides stands neither in the user's words, nor in instructions and facts of the host, nor in the
         * result of a tool that is trusted: strangers supplied it, or the model made it up. The question names the value
         * and where it stands.
         *
         * <p>Values decide if their parameters do: those that a tool names with {@link
         * dev.plumbline.tool.AiTool#withDeciding}, or else those whose names say so (recipient, account, address, channel,
         * path, id, amount, password, command and the like). Addresses and account numbers inside other texts decide, too.
         * A tool that changes nothing is asked about if it reaches outside and its address is not trusted. Values are
         * compared as a person would: in any case, numbers by their value. A number of one or two digits is the user's only
         * beside a word of its parameter.
         */
        public Builder askWhenValuesUntrusted(String tools) {
            rules.add(new Rule(
                    Selector.of(tools), (tool, arguments) -> true, RuleDecision.ASK_EACH_TIME, When.UNTRUSTED_VALUES));
            return this;
        }

        /**
         * Makes an approval void if that context source, e.g. {@code drawing}, changes after the question. Changes by other
         * approved calls of the conversation do not count if they are known to be theirs: those that are made on the UI
         * thread, or in {@code ToolContext.edit}.
         */
        public Builder validWhileUnchanged(String contextKey) {
            revisionKey = Optional.of(contextKey);
            return this;
        }

        /** Sets how long the user has to answer; 2 minutes by default. Afterwards the answer is no. */
        public Builder timeout(Duration limit) {
            timeout = positive(limit);
            return this;
        }

        /** Sets how long an approval is valid until the tool begins; 10 minutes by default. */
        public Builder validity(Duration limit) {
            validity = positive(limit);
            return this;
        }

        /**
         * Sets how many questions one turn may ask; 20 by default. Further calls are denied without a question, because a
         * model can ask for more than a person can read.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxQuestions(int most) {
            if (most < 1) {
                throw new IllegalArgumentException("maxQuestions must be >= 1; got " + most);
            }
            maxQuestions = most;
            return this;
        }

        private static Duration positive(Duration limit) {
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("a time limit of approvals must be positive; got " + limit);
            }
            return limit;
        }

        private Builder rule(String tools, BiPredicate<ToolDefinition, Json> condition, RuleDecision verdict) {
            rules.add(new Rule(Selector.of(tools), condition, verdict, When.ALWAYS));
            return this;
        }

        /** Builds the rules; never fails. */
        public ApprovalRules build() {
            return new ApprovalRules(this);
        }
    }
}
