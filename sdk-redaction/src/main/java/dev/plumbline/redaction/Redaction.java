package dev.plumbline.redaction;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.Secret;

/**
 * Redaction of content: three policies that share their finds. Detectors find values with a known format: mail, phone,
 * card, IBAN, national ids, IP addresses, keys. Names and postal addresses need a {@link Redactor}. Everything
 * here is safe for any number of threads.
 */
public final class Redaction implements AutoCloseable {
    private final RedactionOptions options;
    private final Secret secret;
    private final TextRedactor texts;
    private final RedactionScanner scanner;
    private final RedactorWarmUp warmUp;

    private Redaction(RedactionOptions options, Secret secret) {
        this.options = options;
        this.secret = secret;
        this.texts = new TextRedactor(options);
        this.scanner = new RedactionScanner(texts, options);
        this.warmUp = RedactorWarmUp.of(options.redactor());
    }

    /**
     * Redaction as the options say; a redactor begins to get ready.
     *
     * @param options what is replaced
     * @param key of the pseudonyms, where the options have none; one that cannot be guessed
     */
    public static Redaction of(RedactionOptions options, Secret key) {
        return new Redaction(options, options.key().orElse(key));
    }

    /**
     * The policy that replaces values in requests to the provider by pseudonyms and restores them in the answer; it is
     * outside the cache. What cannot be scanned is not sent: a fault ends the call.
     */
    public Policy policy() {
        return new RedactionPolicy(scanner, secret, warmUp);
    }

    /**
     * The tool policy that replaces values in arguments by the same pseudonyms, for every tool that
     * {@link RedactionOptions#restoredFor()} does not choose.
     */
    public ToolPolicy tools() {
        return new RedactionToolPolicy(scanner, texts, secret, options.restoredFor());
    }

    /**
     * A policy that masks personal data in answers of the model, for hosts that must not show any: each find is
     * replaced by its kind in square brackets, permanently. Text is held back while it could still become a find; until
     * the end of its line, if there are patterns or a redactor; arguments of tool calls until they are whole.
     */
    public ResponsePolicy mask() {
        return ResponsePolicy.filter(call -> {
            warmUp.await(call.cancellation());
            JsonLeafMapper leaves = JsonLeafMapper.ofValues(new TextReplacement(texts::finds, MatchReplacer.MASK));
            return new RedactingDeltaFilter(this::masking, tool -> new ArgumentStreamFilter(leaves::changeText));
        });
    }

    private StreamFilter masking() {
        StreamFilter shapes = new StreamRedactor(texts.shapes(), MatchReplacer.MASK);
        return texts.needsLines()
                ? new LineStreamFilter(line -> texts.redactOthers(line, MatchReplacer.MASK), shapes)
                : shapes;
    }

    /** Forgets what was found. */
    @Override
    public void close() {
        scanner.forget();
    }
}
