package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.LastingApprovals;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The step that admits a call by rules or by asking the user, who sees the call as all policies left it. The decision is
 * stored in the call's own {@link Approval} and compared with what runs at the tool itself. It is not a tool
 * policy, because it writes what policies must not reach.
 */
final class ApprovalStep implements ToolChainStep {
    static final String NAME = "approval";
    private static final String OWNER = "plumbline";

    private static final String YES = "approve";
    private static final String SESSION = "approve-session";
    private static final String ALWAYS = "always";
    private static final String ONCE = "once";
    private static final String NO = "deny";
    private static final String NONE = "deny-all";
    private static final String MINE = "take-over";
    private static final StateKey<Set<Fingerprint>> APPROVED =
            StateKey.of("plumbline.tools.approved", StateKey.Scope.SESSION, Set.of());
    private static final StateKey<Boolean> TAKEN =
            StateKey.of("plumbline.tools.taken-over", StateKey.Scope.TURN, false);

    private static final StateKey<Boolean> REFUSED =
            StateKey.of("plumbline.tools.refused-all", StateKey.Scope.TURN, false);
    private static final StateKey<Integer> ASKED = StateKey.of("plumbline.tools.questions", StateKey.Scope.TURN, 0);

    private final ApprovalRules rules;
    private final BiFunction<String, Cancellation, Optional<String>> revisions;

    /** Approvals whose calls were approved and have not begun. */
    private final Set<Approval> open = ConcurrentHashMap.newKeySet();

    ApprovalStep(ApprovalRules rules, BiFunction<String, Cancellation, Optional<String>> revisions) {
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
            case ASK_ONCE -> isApproved(call) ? Admission.granted(call) : ask(call, isRuleOffered(call));
            case ASK_EACH_TIME -> ask(call, false);
        };
    }

    private ApprovalRules.RuleDecision verdict(GuardedToolContext call) {
        IToolExecutor.CallScope scope = call.setting().scope();
        Json arguments = call.call().arguments();
        boolean untrusted = rules.watchesOrigins() && UntrustedReading.of(scope, call.words()) != null;
        return rules.verdict(
                definition(call),
                arguments,
                untrusted,
                () -> !UntrustedValues.of(call).isEmpty());
    }

    /** Reads the invocation, because the context of a call whose time is up refuses to be read. */
    private static ToolDefinition definition(GuardedToolContext call) {
        return call.setting().definition();
    }

    private static boolean isApproved(GuardedToolContext call) {
        return allowed(call).get(APPROVED).contains(definition(call).fingerprint());
    }

    /** Returns the state that stores approvals; no tool and no policy has access to it. */
    private static State allowed(GuardedToolContext call) {
        return call.setting().scope().approvals();
    }

    /**
     * A rule approves calls that nobody has seen, so there is none for tools that remove or overwrite, nor where the next
     * call may be that of somebody else.
     */
    private static boolean isRuleOffered(GuardedToolContext call) {
        return !definition(call).isDestructive() && allowed(call).get(LastingApprovals.POSSIBLE);
    }

    private Admission ask(GuardedToolContext call, boolean offersRule) {
        if (allowed(call).get(TAKEN)) {
            return denied(call, "taken-over", "The user does the rest without tools.");
        }
        if (allowed(call).get(REFUSED)) {
            return denied(call, "denied-all", "The user denied all calls of this turn that need approval.");
        }
        int asked = allowed(call).get(ASKED);
        if (asked >= rules.maxQuestions()) {
            return denied(
                    call,
                    "too-many-questions",
                    "The user was asked " + asked
                            + " times in this turn and is not asked again. Finish without this call.");
        }
        allowed(call).update(ASKED, before -> before + 1);
        // from the second question of a turn on, all others can be denied at once
        return question(
                call,
                offersRule ? List.of(YES, SESSION) : List.of(YES),
                asked == 0 ? List.of(NO, MINE) : List.of(NO, NONE, MINE));
    }

    private Admission question(GuardedToolContext call, List<String> agreeing, List<String> refusing) {
        ToolEnvelope refusal = call.refusal();
        if (refusal != null) {
            return Admission.answered(refusal);
        }
        Approval.Grant asked = now(call, revision(call));
        CallRisks.WatchedRevision at = new CallRisks.WatchedRevision(rules.unchanged(), asked.revision());
        ApprovalText shown = ApprovalText.of(call, at);
        Optional<String> fault = shown.fault();
        UserPrompter.QuestionText wording = new UserPrompter.QuestionText(
                shown.title(),
                shown.parts(),
                shown.details(),
                fault.isEmpty() ? options(agreeing, call) : List.of(),
                options(refusing, call),
                UserPrompter.option(NO, call.words()),
                Optional.of(shown.risk()),
                edited -> call.withArguments(edited).misfit());
        UserPrompter.Reply reply = ask(call, wording, PreviewDrawing.of(call));
        return fault.isPresent() && reply.option().id().equals(NO)
                ? denied(
                        call, "not-shown", "This call was not approved: " + fault.get() + ". Call with less at a time.")
                : decide(call, reply, asked.withPreview(shown.sentence()));
    }

    private static List<Question.Option> options(List<String> ids, GuardedToolContext call) {
        return ids.stream().map(id -> UserPrompter.option(id, call.words())).toList();
    }

    /** Asks while what would happen is drawn in the program. */
    private UserPrompter.Reply ask(GuardedToolContext call, UserPrompter.QuestionText wording, PreviewDrawing drawing) {
        drawing.show();
        try {
            return call.untimed(prompter -> prompter.ask(wording, call.occasion(), rules.timeout()));
        } finally {
            drawing.remove();
        }
    }

    /** Asks about the rule that "for this session" makes, because it approves calls that nobody has seen. */
    private boolean isRuleApproved(GuardedToolContext call) {
        Words words = call.words();
        String tool = VisibleTextEscaper.of(call.call().name());
        UserPrompter.QuestionText rule = new UserPrompter.QuestionText(
                words.say(
                        "rule.title",
                        CallSentence.capital(CallSentence.named(call.call().name()))),
                List.of(Question.Part.host(words.say("rule.text", tool))),
                UserPrompter.option(ALWAYS, words),
                UserPrompter.option(ONCE, words));
        return ask(call, rule, PreviewDrawing.none()).option().id().equals(ALWAYS);
    }

    /** Remembers what was approved, as the user left it, for the next question about this tool. */
    private void remember(GuardedToolContext approved, Approval.Grant asked) {
        ArgumentRows rows = ArgumentRows.of(approved.call().arguments(), approved.words());
        CallRisks.approved(approved, rows.rows(), new CallRisks.WatchedRevision(rules.unchanged(), asked.revision()));
    }

    private static String unanswered(GuardedToolContext call) {
        return call.setting().executorContext().prompter().hasHandler()
                ? "This call was not approved: the question was not answered."
                : "This call needs approval, and this program has nobody who could be asked.";
    }

    private Admission decide(GuardedToolContext call, UserPrompter.Reply answer, Approval.Grant asked) {
        if (answer.option().id().equals(MINE)) {
            allowed(call).update(TAKEN, before -> true);
            publish(call, "taken-over");
            return Admission.answered(FailureEnvelopes.denied("The user does this without the tool.")
                    .withMeta(ToolEnvelope.TAKEN_OVER, true)
                    .withStopsTurn(true));
        }
        if (answer.option().id().equals(NONE)) {
            allowed(call).update(REFUSED, before -> true);
            return denied(
                    call, "denied-all", "The user denied this call and all others of this turn that need approval.");
        }
        if (answer.option().id().equals(NO)) {
            return answer.answered()
                    ? denied(call, "denied", "The user denied this call.")
                    : denied(call, "unanswered", unanswered(call));
        }
        if (answer.option().id().equals(SESSION) && isRuleApproved(call)) {
            allowed(call).update(APPROVED, before -> with(before, call.tool().fingerprint()));
        }
        GuardedToolContext approved = answer.value().map(call::withArguments).orElse(call);
        boolean edited = !approved.call().arguments().equals(call.call().arguments());
        publish(call, edited ? "edited" : "approved");
        Instant until = call.setting().executorContext().time().instant().plus(rules.validity());
        Approval.Grant yes = asked.withArguments(approved.call().arguments()).withExpires(until);
        Approval approval = call.setting().approval();
        approval.bind(yes, edited);
        remember(approved, asked);
        open.add(approval);
        return Admission.granted(approved);
    }

    private static Set<Fingerprint> with(Set<Fingerprint> before, Fingerprint one) {
        Set<Fingerprint> more = new HashSet<>(before);
        more.add(one);
        return Set.copyOf(more);
    }

    /** Returns false, because the approval is compared at the tool itself: see {@link #run} and {@link #ended}. */
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
            before = used == null ? Optional.empty() : revision(ready);
            String fault = fault(ready, used, before);
            fault = fault == null ? previewFault(ready, used) : fault;
            if (fault != null) {
                approval.refuse();
                return FailureEnvelopes.denied("This call did not run: " + fault + ".");
            }
        } catch (Throwable t) {
            return ToolChain.failed(NAME, ready, t).withEffect(ToolEnvelope.Effect.NOT_STARTED);
        }
        if (ready.guard().isShut()) { // the time limit passed while the revision was read
            return FailureEnvelopes.notStarted();
        }
        if (used != null) {
            approval.runsAt(before);
        }
        ToolEnvelope outcome = ToolResultNormalizer.outcomeOf(ready);
        if (ready.isOnUiThread()) { // nobody else was on it meanwhile
            changed(ready, before);
        }
        return outcome;
    }

    /**
     * Runs a change that nobody else can make meanwhile, so that the revisions before and after it are those of this call:
     * a part on the UI thread, or one that the tool names.
     */
    <T> T edit(GuardedToolContext call, Callable<T> change) throws Exception {
        Approval approval = call.setting().approval();
        if (!approval.isRunning() || rules.unchanged().isEmpty()) {
            return change.call();
        }
        Optional<String> before = revision(call);
        if (!approval.isAt(before)) {
            throw new ToolException(
                    ToolEnvelope.Code.DENIED, "The document changed after the question, so this change was not made.");
        }
        try {
            return change.call();
        } finally {
            changed(call, before);
        }
    }

    /** Publishes a void approval. */
    void ended(GuardedToolContext call) {
        if (call.setting().approval().isVoid()) {
            publish(call, "void");
        }
    }

    /** Discards an approval that is no longer needed. */
    void close(Approval approval) {
        open.remove(approval);
    }

    /** Returns the document's revision; empty if it is not watched. */
    private Optional<String> revision(GuardedToolContext call) {
        String key = rules.unchanged().orElse(null);
        try {
            return key == null ? Optional.empty() : revisions.apply(key, call.cancellation());
        } catch (RuntimeException | Error failed) {
            throw HostFunctionException.of("context source " + key, failed);
        }
    }

    /** Moves the open approvals of the session from one revision to the next if this call was approved itself. */
    private void changed(GuardedToolContext call, Optional<String> before) {
        Approval approval = call.setting().approval();
        if (before.isEmpty() || !approval.isRunning() || call.guard().isShut()) {
            return;
        }
        try {
            Optional<String> after = revision(call);
            approval.runsAt(after);
            after.ifPresent(now ->
                    open.forEach(other -> other.carry(call.setting().scope().ids(), before.get(), now)));
        } catch (RuntimeException | Error unknown) { // the open approvals keep the old revision and become void
            call.setting().report(NAME, unknown);
        }
    }

    /** Returns why that call may not run with the used grant on the current document; null if it may. */
    private @Nullable String fault(GuardedToolContext call, Approval.@Nullable Grant used, Optional<String> revision) {
        if (allowed(call).get(TAKEN)) {
            return "the user does the rest without tools";
        }
        return switch (verdict(call)) {
            case ALLOW -> null;
            case DENY -> "the rules of this program do not allow it";
            case ASK_ONCE -> used == null && isApproved(call) ? null : fault(used, now(call, revision));
            case ASK_EACH_TIME -> fault(used, now(call, revision));
        };
    }

    /** Returns why the sentence that the user read is no longer that of the call; null if it is, or there was none. */
    private static @Nullable String previewFault(GuardedToolContext call, Approval.@Nullable Grant used) {
        return used == null
                        || used.preview().isEmpty()
                        || call.guard().isShut()
                        || used.preview().equals(ApprovalText.sentence(call))
                ? null
                : "what it would do has changed since the question, so ask again";
    }

    private static @Nullable String fault(Approval.@Nullable Grant used, Approval.Grant now) {
        return used == null ? "it was not approved, or the approval was already used" : used.fault(now);
    }

    /** Returns the grant that an approval given now would have. */
    private static Approval.Grant now(GuardedToolContext call, Optional<String> revision) {
        InvocationContext at = call.setting();
        return new Approval.Grant(
                at.scope().ids(),
                call.call(),
                definition(call).fingerprint(),
                revision,
                Optional.empty(),
                at.executorContext().time().instant());
    }

    private static Admission denied(GuardedToolContext call, String decision, String why) {
        publish(call, decision);
        return Admission.answered(FailureEnvelopes.denied(why));
    }

    private static void publish(GuardedToolContext call, String decision) {
        call.setting().trace().remark(decision);
        InvocationContext at = call.setting();
        at.scope()
                .observer()
                .onEvent(new TelemetryEvent.ToolDecided(
                        at.scope().ids(),
                        at.executorContext().time().instant(),
                        at.tool().label(),
                        TelemetryName.of(decision)));
    }
}
