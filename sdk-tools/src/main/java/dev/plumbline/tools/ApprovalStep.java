package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State;
import dev.plumbline.call.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.json.Json;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.UserPrompter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The step that admits a call by rules or by asking the user, who sees the call as all policies left it. The decision is
 * stored in the call's own {@link Approval} and compared with what runs at the tool itself. It is not a tool
 * policy, because it writes what policies must not reach.
 */
final class ApprovalStep implements ToolChainStep {
    static final String NAME = "approval";
    private static final String OWNER = "plumbline";

    private static final Question.Option YES = new Question.Option("approve", "Yes");
    private static final Question.Option SESSION = new Question.Option("approve-session", "Yes, for this session");
    private static final Question.Option NO = new Question.Option("deny", "No");
    private static final Question.Option MINE = new Question.Option("take-over", "I take over");
    private static final StateKey<Set<Fingerprint>> APPROVED =
            StateKey.of("plumbline.tools.approved", StateKey.Scope.SESSION, Set.of());
    private static final StateKey<Boolean> TAKEN =
            StateKey.of("plumbline.tools.taken-over", StateKey.Scope.TURN, false);

    private final ApprovalRules rules;
    private final Function<String, Optional<String>> revisions;

    /** Those whose call was allowed and has not begun. */
    private final Set<Approval> open = ConcurrentHashMap.newKeySet();

    ApprovalStep(ApprovalRules rules, Function<String, Optional<String>> revisions) {
        this.rules = rules;
        this.revisions = revisions;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Selector tools() {
        return Selector.ALL;
    }

    @Override
    public String owner() {
        return OWNER;
    }

    @Override
    public int priority() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean isInnermost() {
        return true;
    }

    @Override
    public FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    @Override
    public Admission admit(GuardedToolContext call) {
        return switch (verdict(call)) {
            case ALLOW -> Admission.granted(call);
            case DENY -> denied(call, "denied-by-rule", "The rules of this program do not allow this call.");
            case ASK -> isApproved(call) ? Admission.granted(call) : ask(call, List.of(YES, SESSION, NO, MINE));
            case ASK_EACH_TIME -> ask(call, List.of(YES, NO, MINE));
        };
    }

    private ApprovalRules.RuleDecision verdict(GuardedToolContext call) {
        return rules.verdict(definition(call), call.toolCall().arguments());
    }

    /** Asked also of a call whose time is up, so not of its context. */
    private static ToolDefinition definition(GuardedToolContext call) {
        return call.setting().definition();
    }

    private static boolean isApproved(GuardedToolContext call) {
        return allowed(call).get(APPROVED).contains(definition(call).fingerprint());
    }

    /** Where it is remembered what people allowed: nothing else in the program knows of it. */
    private static State allowed(GuardedToolContext call) {
        return call.setting().scope().approvals();
    }

    private Admission ask(GuardedToolContext call, List<Question.Option> options) {
        if (allowed(call).get(TAKEN)) {
            return denied(call, "taken-over", "The person does the rest themselves.");
        }
        ToolEnvelope refusal = call.refusal();
        if (refusal != null) {
            return Admission.answered(refusal);
        }
        Approval.Grant asked = now(call, revision());
        ApprovalText shown = ApprovalText.of(call);
        Optional<String> fault = shown.fault();
        UserPrompter.QuestionText wording = shown.wording(fault.isEmpty() ? options : List.of(NO, MINE), NO);
        UserPrompter.Reply reply = call.untimed(person -> person.ask(wording, call.occasion(), rules.timeout()));
        return fault.isPresent() && !reply.option().equals(MINE)
                ? denied(
                        call, "not-shown", "This call was not approved: " + fault.get() + ". Call with less at a time.")
                : decide(call, reply, asked);
    }

    private Admission decide(GuardedToolContext call, UserPrompter.Reply answer, Approval.Grant asked) {
        if (answer.option().equals(MINE)) {
            allowed(call).update(TAKEN, before -> true);
            publish(call, "taken-over");
            return Admission.answered(
                    FailureEnvelopes.denied("The person does this themselves.").withStopsTurn(true));
        }
        if (answer.option().equals(NO)) {
            return answer.given()
                    ? denied(call, "denied", "The person said no.")
                    : denied(call, "unanswered", "Nobody allowed this call.");
        }
        if (answer.option().equals(SESSION)) {
            allowed(call).update(APPROVED, before -> with(before, call.tool().fingerprint()));
        }
        publish(call, answer.value().isPresent() ? "edited" : "approved");
        GuardedToolContext approved = answer.value().map(call::withArguments).orElse(call);
        Instant until = call.setting().shop().time().instant().plus(rules.validity());
        Approval.Grant yes =
                asked.withArguments(approved.toolCall().arguments()).withExpires(until);
        Approval approval = call.setting().approval();
        approval.bind(yes, answer.value().isPresent());
        open.add(approval);
        return Admission.granted(approved);
    }

    private static Set<Fingerprint> with(Set<Fingerprint> before, Fingerprint one) {
        Set<Fingerprint> more = new HashSet<>(before);
        more.add(one);
        return Set.copyOf(more);
    }

    /** What it has to do, it does at the tool: see {@link #run} and {@link #ended}. */
    @Override
    public boolean wraps(ToolDefinition tool) {
        return false;
    }

    @Override
    public ToolEnvelope around(GuardedToolContext call, ToolPolicy.Next next) {
        return next.proceed(call);
    }

    /**
     * Runs the tool if the call is the one that was allowed. The comparison is the last step before the tool, on the tool's own
     * thread and after every policy. Throws nothing.
     */
    ToolEnvelope run(GuardedToolContext ready) {
        Approval approval = ready.setting().approval();
        Approval.Grant used = approval.take();
        close(approval);
        Optional<String> before;
        try {
            before = isRevisionNeeded(used, ready) ? revision() : Optional.empty();
            String fault = fault(ready, used, before);
            if (fault != null) {
                approval.refuse();
                return FailureEnvelopes.denied("This call did not run: " + fault + ".");
            }
        } catch (Throwable t) {
            return ToolChain.failed(NAME, ready, t).withEffect(ToolEnvelope.Effect.NOT_STARTED);
        }
        if (ready.fence().isShut()) { // its time was up while the document was looked at
            return FailureEnvelopes.notStarted();
        }
        ToolEnvelope outcome = ToolResultNormalizer.outcomeOf(ready);
        before.ifPresent(revision -> ran(ready, revision));
        return outcome;
    }

    /** Says what came of the comparison. */
    ToolEnvelope ended(GuardedToolContext call, ToolEnvelope envelope) {
        Approval approval = call.setting().approval();
        if (approval.isVoid()) {
            publish(call, "void");
            return envelope;
        }
        return approval.isEdited() ? envelope.withMeta("edited", true) : envelope;
    }

    /** Discards an approval that is no longer needed. */
    void close(Approval approval) {
        open.remove(approval);
    }

    /** Whether it matters in which state the document is when that call runs. */
    private boolean isRevisionNeeded(Approval.@Nullable Grant used, GuardedToolContext call) {
        if (used != null) {
            return true;
        }
        for (Approval other : open) {
            if (other.isOf(call.setting().scope().ids())) {
                return true;
            }
        }
        return false;
    }

    /** The revision of the document; empty when it is not watched. */
    private Optional<String> revision() {
        return rules.unchanged().flatMap(revisions);
    }

    /** An allowed call has run: what was allowed beside it holds for the document as this one left it. */
    private void ran(GuardedToolContext call, String before) {
        try {
            if (!call.fence().isShut()) {
                revision()
                        .ifPresent(after -> open.forEach(
                                other -> other.carry(call.setting().scope().ids(), before, after)));
            }
        } catch (RuntimeException | Error unknown) { // then what is open meets a document that nobody approved
            call.setting().report(NAME, unknown);
        }
    }

    /** Why that call may not run with the yes that was used for it, on the document as it is; null when it may. */
    private @Nullable String fault(GuardedToolContext call, Approval.@Nullable Grant used, Optional<String> revision) {
        if (allowed(call).get(TAKEN)) {
            return "the person does the rest themselves";
        }
        return switch (verdict(call)) {
            case ALLOW -> null;
            case DENY -> "the rules of this program do not allow it";
            case ASK -> used == null && isApproved(call) ? null : fault(used, now(call, revision));
            case ASK_EACH_TIME -> fault(used, now(call, revision));
        };
    }

    private static @Nullable String fault(Approval.@Nullable Grant used, Approval.Grant now) {
        return used == null ? "nobody approved it, or the approval was used" : used.fault(now);
    }

    /** What a yes given now would be for. */
    private static Approval.Grant now(GuardedToolContext call, Optional<String> revision) {
        InvocationContext at = call.setting();
        return new Approval.Grant(
                at.scope().ids(),
                call.toolCall(),
                definition(call).fingerprint(),
                revision,
                at.shop().time().instant());
    }

    private static Admission denied(GuardedToolContext call, String decision, String why) {
        publish(call, decision);
        return Admission.answered(FailureEnvelopes.denied(why));
    }

    private static void publish(GuardedToolContext call, String decision) {
        call.setting().trace().remark(decision);
        InvocationContext at = call.setting();
        at.scope()
                .events()
                .onEvent(new AiEvent.ToolDecided(
                        at.scope().ids(), at.shop().time().instant(), at.tool().label(), TelemetryLabel.of(decision)));
    }

    /**
     * What a person reads who is asked whether a call may run: the tool's own words, if it has any, and always a line for each
     * value it would run with. Each line begins with blanks as no value does, so that no value passes for a line.
     *
     * @param call the call
     * @param words the tool's own, made visible; empty when it has none
     * @param rows the values
     */
    private record ApprovalText(GuardedToolContext call, Optional<String> words, ArgumentRows rows) {
        private static final String INDENT = "    ";
        private static final int LONGEST_WORDS = 500;

        static ApprovalText of(GuardedToolContext call) {
            Json arguments = call.toolCall().arguments();
            Optional<String> words = call.setting().tool().tool().preview().flatMap(preview -> words(preview, call));
            return new ApprovalText(call, words, ArgumentRows.of(arguments, schema(call)));
        }

        private static Json schema(GuardedToolContext call) {
            return call.setting().definition().inputSchema();
        }

        /** A tool that has no words for these arguments is asked about in ours. */
        private static Optional<String> words(Function<Json, String> preview, GuardedToolContext call) {
            try {
                return Optional.of(
                        VisibleTextEscaper.of(preview.apply(call.toolCall().arguments())));
            } catch (RuntimeException | Error failed) {
                call.setting().report("preview", failed);
                return Optional.empty();
            }
        }

        /** Why the call cannot be approved; empty when it can. */
        Optional<String> fault() {
            return rows.fault();
        }

        UserPrompter.QuestionText wording(List<Question.Option> options, Question.Option fallback) {
            return new UserPrompter.QuestionText(
                    "Run " + tool() + "?", text(), options, fallback, rows.rows(), details());
        }

        private String tool() {
            return VisibleTextEscaper.of(call.toolCall().name());
        }

        private String text() {
            List<String> lines = new ArrayList<>();
            words.ifPresent(said -> lines.add("The tool says: " + JsonTruncator.ofText(said, LONGEST_WORDS)));
            addRows(lines, rows);
            rows.fault().ifPresent(why -> lines.add("This call cannot be approved: " + why + "."));
            return String.join("\n", lines);
        }

        /** Nothing is left out here but what comes after the first thousand values. */
        private Optional<String> details() {
            boolean isCut = rows.isCut()
                    || words.filter(said -> said.length() > LONGEST_WORDS).isPresent();
            if (!isCut) {
                return Optional.empty();
            }
            List<String> lines = new ArrayList<>();
            words.ifPresent(said -> lines.add("The tool says: " + said));
            addRows(lines, ArgumentRows.whole(call.toolCall().arguments(), schema(call)));
            return Optional.of(String.join("\n", lines));
        }

        private void addRows(List<String> lines, ArgumentRows shown) {
            long count = shown.rows().size() + shown.more();
            lines.add(tool()
                    + (count == 0
                            ? " without arguments"
                            : count == 1 ? " with 1 value:" : " with " + count + " values:"));
            shown.rows().forEach(row -> lines.add(INDENT + row.line()));
            if (shown.more() > 0) {
                lines.add("and " + shown.more() + " more, not shown");
            }
        }
    }
}
