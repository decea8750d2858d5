package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import java.util.Objects;
import java.util.Optional;

/**
 * What was sent before the first message of a call: its tools and instructions. Services bind signed parts of answers, such as
 * thinking, to it, and their prompt caches, so a session stores it with the answers that have such parts.
 *
 * @param digest a digest of tools and instructions as they were sent
 * @param isNew whether the answers before this call were made with other ones, so that their signed parts were left out: the
 *     conversation starts over with this call
 */
public record SentBeginning(String digest, boolean isNew) {
    /** The attribute of a call with the digest that was sent with the answers in its transcript. */
    public static final TypedKey<String> KEY = TypedKey.of("plumbline.sent-beginning", String.class);

    public SentBeginning {
        Objects.requireNonNull(digest, "digest");
    }

    /**
     * Returns the call as it can be sent: without the signed parts of answers if they were made with other tools or
     * instructions, which the trace says.
     */
    public static AiCall checked(AiCall call) {
        String before = call.attribute(KEY).orElse(null);
        if (before == null || before.equals(call.identity().beginning()) || !hasSigned(call.effective())) {
            return call;
        }
        call.addRemark("starts over with other tools or instructions: signed parts of earlier answers are left out,"
                + " and nothing is read from the prompt cache");
        return call.withEffective(Interaction.withoutOpaque(call.effective()));
    }

    /** Returns what a session stores with the answer to a call; empty if that has nothing that is bound to it. */
    public static Optional<SentBeginning> of(AiCall sent, boolean isNew, AiReturn ret) {
        return isNew || hasSigned(ret.interactions())
                ? Optional.of(new SentBeginning(sent.identity().beginning(), isNew))
                : Optional.empty();
    }

    private static boolean hasSigned(Iterable<Interaction> said) {
        for (Interaction item : said) {
            if (item instanceof Interaction.Assistant answer) {
                for (Part part : answer.parts()) {
                    if (part instanceof Part.Opaque) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
