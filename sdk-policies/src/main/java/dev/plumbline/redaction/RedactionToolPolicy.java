package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.Secret;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.tool.internal.ContentScanner;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Hides values in arguments from tools that may not see them: matches in the arguments, and every known value of the
 * conversation. The pseudonyms are those of the provider calls, so a pseudonym in a tool's result is restored for the
 * user.
 */
final class RedactionToolPolicy implements ToolPolicy, ContentScanner {
    private static final int INNERMOST = 199;

    private final Redaction redaction;
    private final CachingScanner scanner;
    private final Secret secret;
    private final Selector allowed;

    RedactionToolPolicy(Redaction redaction, CachingScanner scanner, Secret secret, Selector allowed) {
        this.redaction = redaction;
        this.scanner = scanner;
        this.secret = secret;
        this.allowed = allowed;
    }

    @Override
    public Marks marks(Json content, Cancellation cancellation) {
        return redaction.marks(content, cancellation);
    }

    @Override
    public long version() {
        return scanner.version();
    }

    @Override
    public String settings() {
        return scanner.texts().settings();
    }

    @Override
    public String masked(String text, Cancellation cancellation) {
        return redaction.maskText(text, cancellation);
    }

    @Override
    public Map<String, String> meanings(String text, ToolContext call) {
        return call.state().get(RedactedTranscript.BY_TOOLS).table().meanings(text);
    }

    @Override
    public ClientRedaction forClient(String client) {
        return redaction.forClient(client, State.inMemory(), List::of);
    }

    @Override
    public ClientRedaction forClient(String client, State state, Supplier<List<Interaction>> said) {
        return redaction.forClient(client, state, said);
    }

    @Override
    public int priority() {
        return INNERMOST;
    }

    /** Redacts the arguments before the user is asked, who thus approves exactly the arguments that will run. */
    @Override
    public Admission admit(ToolContext call) {
        if (allowed.matches(call.tool().name(), call.tool().tags(), call.tool().owner())) {
            return Admission.granted(call);
        }
        Json given = call.call().arguments();
        Json hidden = hidden(call.call(), call);
        return Admission.granted(hidden.equals(given) ? call : call.withArguments(hidden));
    }

    @Override
    public boolean wraps(ToolDefinition tool) {
        return !allowed.matches(tool.name(), tool.tags(), tool.owner());
    }

    /** Restores the values of pseudonyms in the result, which is for the user and the journal. */
    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        ToolEnvelope envelope = next.proceed(call);
        PseudonymTable table = call.state().get(RedactedTranscript.BY_TOOLS).table();
        return table.isEmpty() ? envelope : restored(envelope, table);
    }

    private static ToolEnvelope restored(ToolEnvelope envelope, PseudonymTable table) {
        Json given = envelope.toJson();
        if (table.restored(given.text()).equals(given.text())) {
            return envelope;
        }
        List<Part> parts = envelope.parts().stream()
                .map(part -> part instanceof Part.Text text ? new Part.Text(table.restored(text.text())) : part)
                .toList();
        return ToolEnvelope.from(table.restored(given))
                .withStopsTurn(envelope.stopsTurn())
                .withOnlyParts(parts);
    }

    private Json hidden(Interaction.ToolCall requested, ToolContext call) {
        PseudonymGenerator pseudonyms = new PseudonymGenerator(
                secret, call.state().get(RedactedTranscript.KEY).namespace());
        ScanResult<Interaction> scanned = scanner.scan(requested, InteractionRedactor::interaction, pseudonyms);
        PseudonymTable table = known(call, pseudonyms, scanned);
        Set<String> parts = scanned.values().isEmpty() ? Set.of() : table.parts();
        Json redacted = scanner.whole(requested, scanned, table, parts, InteractionRedactor::interaction, pseudonyms)
                .redacted()
                .map(changed -> ((Interaction.ToolCall) changed).arguments())
                .orElse(requested.arguments());
        return table.isEmpty()
                ? redacted
                : JsonLeafMapper.ofKnown(table.hiding()).change(redacted);
    }

    /**
     * Returns the values of the conversation and of this call: the calls of a round have the same conversation, so the
     * first of them scans for all.
     */
    @SuppressWarnings("ReferenceEquality") // an unchanged table is the same instance
    private PseudonymTable known(ToolContext call, PseudonymGenerator pseudonyms, ScanResult<Interaction> scanned) {
        Transcript conversation = Transcript.of(call.conversation());
        RedactedTranscript before = call.state().get(RedactedTranscript.BY_TOOLS);
        RedactedTranscript from =
                before.isOf(conversation) ? before : call.state().get(RedactedTranscript.KEY);
        PseudonymTable found =
                call.state().get(RedactedTranscript.OF_CONVERSATION).table(scanner, pseudonyms);
        RedactedTranscript now = from.knowing(found, scanner, pseudonyms)
                .next(conversation, scanner, pseudonyms)
                .with(scanned);
        if (now != before) {
            call.state().update(RedactedTranscript.BY_TOOLS, former -> now);
        }
        return now.table();
    }
}
