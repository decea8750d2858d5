package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Person;
import dev.plumbline.call.Question;
import dev.plumbline.call.StateKey;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The layer that lets run what rules or a person allow. It stands innermost: a person is asked about exactly what would
 * run, when all other layers have had their say, and right before the tool begins the yes is held against what is about to
 * run. A yes is used once.
 */
final class ApprovalPolicy implements ToolPolicy {
    private static final int LONGEST_TEXT = 2000;
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
    private final Map<String, ApprovalRules.ToolRules> tools = new ConcurrentHashMap<>();
    private final Map<CallKey, Grant> grants = new ConcurrentHashMap<>();

    ApprovalPolicy(ApprovalRules rules, Function<String, Optional<String>> revisions) {
        this.rules = rules;
        this.revisions = revisions;
    }

    @Override
    public int priority() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Admission admit(ToolContext call) {
        FencedContext fenced = (FencedContext) call;
        return switch (verdict(fenced)) {
            case ALLOW -> Admission.granted(call);
            case DENY -> denied(fenced, "denied-by-rule", "The rules of this program do not allow this call.");
            case ASK -> isApproved(fenced) ? Admission.granted(call) : ask(fenced, List.of(YES, SESSION, NO, MINE));
            case ASK_EACH_TIME -> ask(fenced, List.of(YES, NO, MINE));
        };
    }

    private ApprovalRules.Verdict verdict(FencedContext call) {
        return tools.computeIfAbsent(call.tool().name(), name -> rules.of(call.tool()))
                .verdict(call.call().arguments());
    }

    private static boolean isApproved(FencedContext call) {
        return call.state().get(APPROVED).contains(call.tool().fingerprint());
    }

    private Admission ask(FencedContext call, List<Question.Option> options) {
        if (call.state().get(TAKEN)) {
            return denied(call, "taken-over", "The person does the rest themselves.");
        }
        Grant asked = now(call);
        Person.Wording wording =
                new Person.Wording("Run " + call.tool().name() + "?", visible(text(call)), options, NO);
        Person.Reply reply = call.untimed(person -> person.ask(wording, call.occasion(), rules.timeout()));
        return decide(call, reply, asked);
    }

    private static String text(FencedContext call) {
        Json arguments = call.call().arguments();
        String text = call.setting()
                .item()
                .tool()
                .preview()
                .map(preview -> preview.apply(arguments))
                .orElseGet(() -> call.tool().name() + " " + arguments.text());
        return Excerpt.ofText(text, LONGEST_TEXT);
    }

    /** Text of a model as a person can trust it: what steers a terminal or turns the direction of writing is spelled out. */
    private static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isInvisible(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isInvisible(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    private Admission decide(FencedContext call, Person.Reply answer, Grant asked) {
        if (answer.option().equals(MINE)) {
            call.state().update(TAKEN, before -> true);
            tell(call, "taken-over");
            return Admission.answered(
                    Outcomes.denied("The person does this themselves.").withStopsTurn(true));
        }
        if (answer.option().equals(NO)) {
            return answer.given()
                    ? denied(call, "denied", "The person said no.")
                    : denied(call, "unanswered", "Nobody allowed this call.");
        }
        if (answer.option().equals(SESSION)) {
            call.state().update(APPROVED, before -> with(before, call.tool().fingerprint()));
        }
        tell(call, answer.value().isPresent() ? "edited" : "approved");
        FencedContext approved = answer.value().map(call::withArguments).orElse(call);
        remember(approved, asked, answer.value().isPresent());
        return Admission.granted(approved);
    }

    private static Set<Fingerprint> with(Set<Fingerprint> before, Fingerprint one) {
        Set<Fingerprint> more = new HashSet<>(before);
        more.add(one);
        return Set.copyOf(more);
    }

    private void remember(FencedContext approved, Grant asked, boolean edited) {
        grants.values()
                .removeIf(old -> approved.setting().shop().time().instant().isAfter(old.expires()));
        Grant grant = new Grant(
                asked.tool(),
                approved.digest(),
                asked.revision(),
                approved.setting().shop().time().instant().plus(rules.validity()),
                edited);
        grants.put(CallKey.of(approved), grant);
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        FencedContext fenced = (FencedContext) call;
        Optional<Grant> grant = Optional.ofNullable(grants.remove(CallKey.of(fenced)));
        Optional<String> fault = fault(fenced, grant);
        if (fault.isPresent()) {
            tell(fenced, "void");
            return Outcomes.denied("This call did not run: " + fault.get() + ".");
        }
        ToolEnvelope envelope = carrying(fenced, next);
        return grant.filter(Grant::edited).isPresent() ? envelope.withMeta("edited", true) : envelope;
    }

    /** Runs a call. What was approved beside it, of the document as it was, holds for the document as this call leaves it. */
    private ToolEnvelope carrying(FencedContext call, Next next) {
        String session = CallKey.of(call).session();
        Optional<String> before =
                grants.keySet().stream().anyMatch(key -> key.session().equals(session)) ? revision() : Optional.empty();
        ToolEnvelope envelope = next.proceed(call);
        if (before.isPresent()) {
            Optional<String> after = revision();
            grants.replaceAll((key, grant) ->
                    key.session().equals(session) && grant.revision().equals(before) ? grant.at(after) : grant);
        }
        return envelope;
    }

    private Optional<String> revision() {
        return rules.unchanged().flatMap(revisions);
    }

    private Optional<String> fault(FencedContext call, Optional<Grant> grant) {
        if (call.state().get(TAKEN)) {
            return Optional.of("the person does the rest themselves");
        }
        return switch (verdict(call)) {
            case ALLOW -> Optional.empty();
            case DENY -> Optional.of("the rules of this program do not allow it");
            case ASK -> grant.isEmpty() && isApproved(call) ? Optional.empty() : fault(grant, call);
            case ASK_EACH_TIME -> fault(grant, call);
        };
    }

    private Optional<String> fault(Optional<Grant> grant, FencedContext call) {
        return grant.isEmpty()
                ? Optional.of("nobody approved it, or the approval was used")
                : grant.get().fault(now(call));
    }

    /** What a yes given now would be for. */
    private Grant now(FencedContext call) {
        return new Grant(
                call.tool().fingerprint(),
                call.digest(),
                revision(),
                call.setting().shop().time().instant(),
                false);
    }

    private static Admission denied(FencedContext call, String decision, String why) {
        tell(call, decision);
        return Admission.answered(Outcomes.denied(why));
    }

    private static void tell(FencedContext call, String decision) {
        call.setting().trace().remark(decision);
        call.setting()
                .tell((at, tool) ->
                        new AiEvent.ToolDecided(call.setting().scope().ids(), at, tool, Label.of(decision)));
    }

    private record CallKey(String session, String id) {
        static CallKey of(FencedContext call) {
            return new CallKey(
                    call.setting().scope().ids().session(), call.toolCall().id());
        }
    }

    /**
     * One person's yes to one call: to this tool as it was described, with these arguments, on this document, until then.
     *
     * @param tool as it was described
     * @param arguments what it was to be called with
     * @param revision of the document when they were asked; empty when nobody watches it
     * @param expires when it is void
     * @param edited whether the person changed the arguments
     */
    private record Grant(
            Fingerprint tool, Fingerprint arguments, Optional<String> revision, Instant expires, boolean edited) {

        Grant at(Optional<String> later) {
            return new Grant(tool, arguments, later, expires, edited);
        }

        /** Why it does not hold for what is about to run now. */
        Optional<String> fault(Grant now) {
            if (!tool.equals(now.tool)) {
                return Optional.of("the tool changed after it was approved");
            }
            if (!arguments.equals(now.arguments)) {
                return Optional.of("the arguments changed after they were approved");
            }
            if (!revision.equals(now.revision)) {
                return Optional.of("the document changed while the person was asked");
            }
            return now.expires.isAfter(expires) ? Optional.of("the approval has expired") : Optional.empty();
        }
    }
}
