package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Who may run what without being asked. The strictest rule that matches decides, deny before ask before allow, so their
 * order does not matter; what no rule matches is asked. Immutable.
 */
public final class ApprovalRules {
    private final List<Rule> rules;
    private final Optional<String> unchanged;
    private final Duration timeout;
    private final Duration validity;

    private ApprovalRules(Builder builder) {
        this.rules = List.copyOf(builder.rules);
        this.unchanged = builder.unchanged;
        this.timeout = builder.timeout;
        this.validity = builder.validity;
    }

    /** No rules: everything is asked. */
    public static Builder builder() {
        return new Builder();
    }

    /** Destructive tools are asked, all others run. */
    public static ApprovalRules ofDefaults() {
        return builder().allow("*").ask("#destructive").build();
    }

    /** The context source whose change makes an approval void, if one was named. */
    public Optional<String> unchanged() {
        return unchanged;
    }

    Duration timeout() {
        return timeout;
    }

    Duration validity() {
        return validity;
    }

    /** What the strictest rule says that matches; what no rule matches is asked. */
    RuleDecision verdict(ToolDefinition tool, Json arguments) {
        RuleDecision strictest = RuleDecision.ALLOW;
        boolean said = false;
        for (Rule rule : rules) {
            if (rule.concerns(tool) && rule.condition().test(tool, arguments)) {
                said = true;
                strictest = rule.verdict().compareTo(strictest) > 0 ? rule.verdict() : strictest;
            }
        }
        return said ? strictest : RuleDecision.ASK;
    }

    /** What is done with a call; later is stricter. */
    enum RuleDecision {
        ALLOW,
        ASK,
        ASK_EACH_TIME,
        DENY
    }

    record Rule(Selector tools, BiPredicate<ToolDefinition, Json> condition, RuleDecision verdict) {
        boolean concerns(ToolDefinition tool) {
            return tools.matches(tool.name(), tool.tags(), tool.owner());
        }
    }

    /** Builds rules, given in any order. Selectors are refused at once when they are malformed. Used by one thread. */
    public static final class Builder {
        private final List<Rule> rules = new ArrayList<>();
        private Optional<String> unchanged = Optional.empty();
        private Duration timeout = Duration.ofMinutes(2);
        private Duration validity = Duration.ofMinutes(10);

        private Builder() {}

        /** These run without asking. */
        public Builder allow(String tools) {
            return rule(tools, (tool, arguments) -> true, RuleDecision.ALLOW);
        }

        /** A person decides about these. */
        public Builder ask(String tools) {
            return rule(tools, (tool, arguments) -> true, RuleDecision.ASK);
        }

        /** These never run; the model gets DENIED. */
        public Builder deny(String tools) {
            return rule(tools, (tool, arguments) -> true, RuleDecision.DENY);
        }

        /** A person decides each time the arguments satisfy the condition; yes for the whole session is not offered. */
        public Builder askWhen(String tools, BiPredicate<ToolDefinition, Json> condition) {
            return rule(tools, condition, RuleDecision.ASK_EACH_TIME);
        }

        /** These never run with such arguments. */
        public Builder denyWhen(String tools, BiPredicate<ToolDefinition, Json> condition) {
            return rule(tools, condition, RuleDecision.DENY);
        }

        /**
         * An approval is void when that context source changed since the question, e.g. {@code drawing}; what other calls of the
         * conversation change meanwhile does not count.
         */
        public Builder whileUnchanged(String contextKey) {
            unchanged = Optional.of(contextKey);
            return this;
        }

        /** Sets how long a person has for an answer; 2 minutes unless given, then the answer is no. */
        public Builder timeout(Duration limit) {
            timeout = positive(limit);
            return this;
        }

        /** Sets how long an approval holds until the tool begins; 10 minutes unless given. */
        public Builder validity(Duration limit) {
            validity = positive(limit);
            return this;
        }

        private static Duration positive(Duration limit) {
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("a time limit of approvals must be positive");
            }
            return limit;
        }

        private Builder rule(String tools, BiPredicate<ToolDefinition, Json> condition, RuleDecision verdict) {
            rules.add(new Rule(Selector.of(tools), condition, verdict));
            return this;
        }

        /** The rules; never fails. */
        public ApprovalRules build() {
            return new ApprovalRules(this);
        }
    }
}
