package dev.plumbline.integration.laws;

import dev.plumbline.call.AiDelta;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A law of policies, with a defect that breaks this law and no other one. */
enum PolicyLaw {
    FOLD(PolicyLaws::final_answer_is_the_fold_of_what_was_shown, PolicyDefects::readsSingleDeltas),
    SAME_RESULT(PolicyLaws::same_call_same_result, PolicyDefects::countsInAnswer),
    SAME_REQUEST(PolicyLaws::same_call_same_request, PolicyDefects::countsInRequest),
    BODY(PolicyLaws::stored_body_is_untouched, PolicyDefects::changesBody),
    ONCE(PolicyLaws::next_is_called_once_unless_it_repeats, PolicyDefects::asksTwiceOrThrows),
    ERRORS(
            (laws, stream) -> laws.errors_pass_through(stream, AiError.Category.AUTHENTICATION),
            PolicyDefects::hidesFailure),
    PARTIAL(PolicyLaws::partial_answers_are_handled_like_whole_ones, PolicyDefects::changesWholeAnswersOnly);

    private static final List<List<AiDelta>> STREAMS = List.of(
            List.of(new AiDelta.Text("The pl"), new AiDelta.Text("an\n"), new AiDelta.Finish(FinishReason.STOP)),
            List.of(
                    new AiDelta.Reasoning("Think."),
                    new AiDelta.Text("[12"),
                    new AiDelta.Text(", 3]"),
                    new AiDelta.UsageReport(Usage.of(7, 3)),
                    new AiDelta.Finish(FinishReason.STOP)));

    private final BiConsumer<PolicyLaws, List<AiDelta>> check;
    private final UnaryOperator<Policy> defect;

    PolicyLaw(BiConsumer<PolicyLaws, List<AiDelta>> check, UnaryOperator<Policy> defect) {
        this.check = check;
        this.defect = defect;
    }

    /** Returns the laws that a policy breaks with one of the streams. */
    static Set<PolicyLaw> brokenBy(Supplier<Policy> policy) {
        EnumSet<PolicyLaw> broken = EnumSet.noneOf(PolicyLaw.class);
        for (PolicyLaw law : values()) {
            if (law.isBrokenBy(policy)) {
                broken.add(law);
            }
        }
        return broken;
    }

    /** Returns the policy with the defect of this law. */
    Supplier<Policy> defect(Supplier<Policy> policy) {
        return () -> defect.apply(policy.get());
    }

    private boolean isBrokenBy(Supplier<Policy> policy) {
        PolicyLaws laws = policy::get;
        try {
            STREAMS.forEach(stream -> check.accept(laws, stream));
            return false;
        } catch (AssertionError broken) {
            return true;
        }
    }
}
