package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.Secret;
import java.util.function.UnaryOperator;

/**
 * The entry to redaction of content. Detectors know what has a shape: mail, phone, card, IBAN, national ids, addresses of
 * the internet protocol, keys. Names and postal addresses need a {@link Recogniser}. Everything here is safe for any number
 * of threads.
 */
public final class Redaction {
    private Redaction() {}

    /**
     * A layer that replaces what leaves for the provider by pseudonyms and restores the values in the answer; it stands
     * outside the cache. What it cannot scan does not leave: a fault ends the call.
     *
     * @param options what is replaced
     * @param key the key of the pseudonyms; that of the options goes first
     */
    public static Policy policy(RedactionOptions options, Secret key) {
        return new RedactionPolicy(options, options.key().orElse(key));
    }

    /**
     * A layer that masks what a model says on its own account, for hosts that must not show personal data at all: each
     * find becomes its kind in square brackets, for good. Lines are held back when there are patterns or a recogniser,
     * else only what could still grow.
     */
    public static ResponsePolicy mask(RedactionOptions options) {
        TextRedactor texts = new TextRedactor(options);
        return ResponsePolicy.filter(call -> new SiftedDeltas(masking(texts), () -> masking(texts)));
    }

    /**
     * Masks the arguments of tool calls, leaf by leaf, for every tool that {@link RedactionOptions#restoredFor()} does not
     * choose; calls of the others stay as they are. For a layer around tools.
     */
    public static UnaryOperator<Interaction.ToolCall> arguments(RedactionOptions options) {
        TextRedactor texts = new TextRedactor(options);
        InteractionRedactor masking = new InteractionRedactor(text -> texts.redact(text, Redaction::mask), false);
        return call -> options.restoredFor().matches(call.name()) ? call : masking.call(call);
    }

    private static Sieve masking(TextRedactor texts) {
        Sieve shapes = new Sifter(texts.finder(), Redaction::mask);
        return texts.hasOthers()
                ? new LineSieve(line -> texts.redactOthers(line, Redaction::mask), shapes)
                : shapes;
    }

    private static String mask(RedactionOptions.Kind kind, String text) {
        return "[" + kind + "]";
    }
}
