package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.Secret;
import dev.plumbline.tool.internal.ClientRedaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Redacts content with three policies that share their matches. Detectors find values with a known format: mail, phone,
 * card, IBAN, national ids, IP addresses, keys. Names and postal addresses need a {@link Redactor}. All of it is
 * thread-safe.
 */
public final class Redaction implements AutoCloseable {
    private final RedactionOptions options;
    private final Secret secret;
    private final TextRedactor texts;
    private final CachingScanner scanner;
    private final RedactorWarmUp warmUp;

    private Redaction(RedactionOptions options, Secret secret) {
        this.options = options;
        this.secret = secret;
        this.texts = new TextRedactor(options);
        this.scanner = new CachingScanner(texts, options);
        this.warmUp = RedactorWarmUp.of(options.redactor());
    }

    /**
     * Returns a redaction with these options; a redactor starts to prepare.
     *
     * @param options the kinds of values and the settings
     * @param key the key of the pseudonyms if the options have none; must not be guessable
     */
    public static Redaction of(RedactionOptions options, Secret key) {
        return new Redaction(options, options.key().orElse(key));
    }

    /**
     * Returns the policy that replaces values in requests to the provider by pseudonyms and restores them in the
     * answer; it is outside the cache. Content that cannot be scanned is not sent: an exception ends the call.
     */
    public Policy policy() {
        return new RedactionPolicy(scanner, secret, warmUp, options.restoreLinks());
    }

    /**
     * Returns the tool policy that replaces values in arguments by the same pseudonyms, for every tool that {@link
     * RedactionOptions#restoredFor()} does not select.
     */
    public ToolPolicy tools() {
        return new RedactionToolPolicy(this, scanner, secret, options.restoredFor());
    }

    /**
     * Returns a policy that masks personal data in answers of the model, for hosts that must not show any: each match
     * is permanently replaced by its kind in square brackets. Text is held back while it could still become a match;
     * with patterns or a redactor, until the end of its line; arguments of tool calls, until they are complete.
     */
    public ResponsePolicy mask() {
        return ResponsePolicy.filter(call -> {
            warmUp.await(call.cancellation());
            JsonLeafMapper leaves = JsonLeafMapper.ofValues(new TextReplacement(texts::finds, MatchReplacer.mask()));
            return new RedactingDeltaFilter(
                    maskingStream(), maskingStream(), tool -> new ArgumentStreamFilter(leaves::changeText));
        });
    }

    private StreamFilter maskingStream() {
        StreamFilter shapes = new StreamRedactor(texts.shapes(), MatchReplacer.mask());
        return texts.needsLines()
                ? new LineStreamFilter(line -> texts.redactOthers(line, MatchReplacer.mask()), shapes)
                : shapes;
    }

    /**
     * Returns a text in which each match is permanently replaced by its kind in square brackets, for a log: JSON is
     * scanned by its members, any other text as a whole.
     *
     * @param cancellation ends the wait for a redactor that is not ready
     * @throws RuntimeException if a redactor fails; the text is then not to be shown
     */
    public String maskText(String text, Cancellation cancellation) {
        return masking(cancellation).apply(text);
    }

    /**
     * Returns a function that masks texts as {@link #maskText} does, one after another. A value that was found in one of
     * them is masked everywhere in it and in those after it, also without the word that announces it. Used by one thread.
     */
    public UnaryOperator<String> masking(Cancellation cancellation) {
        Map<String, String> known = new HashMap<>();
        return text -> {
            warmUp.await(cancellation);
            MatchReplacer remembering = (kind, value) -> {
                known.put(NormalizedText.string(value), kind);
                return MatchReplacer.mask().of(kind, value);
            };
            String masked = JsonLeafMapper.ofValues(new TextReplacement(texts::finds, remembering))
                    .changeText(text);
            TextReplacement again = new TextReplacement(
                    PseudonymTable.finder(known.keySet())::all,
                    (kind, value) ->
                            MatchReplacer.mask().of(known.getOrDefault(NormalizedText.string(value), kind), value));
            return known.isEmpty() ? masked : JsonLeafMapper.ofKnown(again).changeText(masked);
        };
    }

    /**
     * Returns the redaction of what leaves to a client; its pseudonyms are no other's.
     *
     * @param state the state of the conversation that it is shown, with the values that calls have found
     * @param said all that was said in it, on all branches
     */
    ClientRedaction forClient(String client, State state, Supplier<List<Interaction>> said) {
        PseudonymGenerator pseudonyms = new PseudonymGenerator(secret, "client/" + client);
        return new ClientValues(scanner, warmUp, pseudonyms, state, said);
    }

    /** Returns the marks of a whole content. */
    Marks marks(Json content, Cancellation cancellation) {
        warmUp.await(cancellation);
        return new MarkFinder(texts).marks(content);
    }

    /** Forgets all values found. */
    @Override
    public void close() {
        scanner.forget();
    }
}
