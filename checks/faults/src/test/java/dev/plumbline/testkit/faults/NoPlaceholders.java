package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import java.util.List;
import java.util.stream.Collectors;

/** A policy of an eleventh author that asks again for what is left open, or one of its faults by number. */
final class NoPlaceholders implements Policy {
    static final String CODE = "placeholders";

    private final List<String> marks;
    private final int again;
    private final int wrong;
    private int all;

    NoPlaceholders(int wrong, List<String> marks, int again) {
        this.wrong = wrong;
        this.marks = List.copyOf(marks);
        this.again = again;
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }

    @Override
    public int priority() {
        return 110; // inside the checks of others
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        AiReturn ret = next.proceed(call);
        for (int asked = wrong == 8 ? all : 0; asked < again; asked++, all++) {
            List<String> left = left(ret);
            if (left.isEmpty() || (call.cancellation().isCancelled() && wrong != 7)) {
                return ret;
            }
            call.addRemark("asked again: placeholders " + numbers(left));
            ret = next.proceed(
                    (wrong == 5 ? call.withEffective(call.body().interactions()) : call).withAdded(instruction(left)));
        }
        List<String> left = left(ret);
        return left.isEmpty() ? ret : wrong == 6 ? AiReturn.failed(refusal(left)) : ret.withError(refusal(left));
    }

    private List<String> left(AiReturn ret) {
        if (!ret.isOk() || !ret.toolCalls().isEmpty()) {
            return List.of();
        }
        String text = ret.text();
        return marks.stream().filter(text::contains).toList();
    }

    private static Interaction instruction(List<String> left) {
        return new Interaction.System("Your last answer had placeholders: " + String.join(", ", left)
                + ". Answer again, and write out what belongs there.");
    }

    private String numbers(List<String> left) {
        return left.stream().map(mark -> "#" + (marks.indexOf(mark) + 1)).collect(Collectors.joining(" "));
    }

    private static AiError refusal(List<String> left) {
        return AiError.of(AiError.Category.INVALID_RESPONSE, CODE, "the model left placeholders in its answer")
                .withDetail("kinds", String.valueOf(left.size()))
                .withRetryable(false);
    }
}
