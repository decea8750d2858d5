package dev.plumbline.extensions;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * An instruction for conversations of a certain kind.
 *
 * @param name for the trace, without content
 * @param when whether it applies to what is about to be sent; pure
 * @param words the instruction
 */
public record ConditionalInstruction(String name, Predicate<List<Interaction>> when, String words) {

    public ConditionalInstruction {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(when, "when");
        Objects.requireNonNull(words, "words");
    }

    /** For conversations of more than so many things said by the person and the model together. */
    public static ConditionalInstruction whenLongerThan(int said, String words) {
        return new ConditionalInstruction("longer-than-" + said, sent -> count(sent) > said, words);
    }

    /** For conversations in which the person's last words came so often, case and surrounding space aside. */
    public static ConditionalInstruction whenRepeated(int times, String words) {
        return new ConditionalInstruction("repeated-" + times, sent -> repeated(sent) >= times, words);
    }

    /** A call with what applies. */
    static AiCall given(List<ConditionalInstruction> all, AiCall call) {
        AiCall advised = call;
        for (ConditionalInstruction advice : all) {
            if (advice.when().test(call.effective())) {
                call.note(advice.name());
                advised = advised.withAdded(new Interaction.System(advice.words()));
            }
        }
        return advised;
    }

    private static long count(List<Interaction> sent) {
        return sent.stream()
                .filter(said -> said instanceof Interaction.User || said instanceof Interaction.Assistant)
                .count();
    }

    private static long repeated(List<Interaction> sent) {
        List<String> said = sent.stream()
                .filter(Interaction.User.class::isInstance)
                .map(user -> user.text().strip().toLowerCase(Locale.ROOT))
                .toList();
        return said.stream()
                .filter(words -> words.equals(said.get(said.size() - 1)))
                .count();
    }

    @Override
    public String toString() {
        return "ConditionalInstruction[" + name + ", " + words.length() + " characters]";
    }
}
