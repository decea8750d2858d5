package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.Secret;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.ContentScanner;

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
    public String masked(String text, Cancellation cancellation) {
        return redaction.maskText(text, cancellation);
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
        return false;
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        return next.proceed(call);
    }

    private Json hidden(Interaction.ToolCall requested, ToolContext call) {
        PseudonymGenerator pseudonyms = new PseudonymGenerator(
                secret, call.state().get(RedactedTranscript.KEY).namespace());
        PseudonymTable table = known(call, pseudonyms);
        Json redacted = scanner.<Interaction>scan(requested, InteractionRedactor::interaction, pseudonyms)
                .redacted()
                .map(changed -> ((Interaction.ToolCall) changed).arguments())
                .orElse(requested.arguments());
        return table.isEmpty()
                ? redacted
                : JsonLeafMapper.ofKnown(table.hiding()).change(redacted);
    }

    /**
     * Returns the values of the conversation: the calls of a round have the same one, so the first of them scans for
     * all.
     */
    @SuppressWarnings("ReferenceEquality") // an unchanged table is the same instance
    private PseudonymTable known(ToolContext call, PseudonymGenerator pseudonyms) {
        Transcript conversation = Transcript.of(call.conversation());
        RedactedTranscript before = call.state().get(RedactedTranscript.BY_TOOLS);
        RedactedTranscript from =
                before.isOf(conversation) ? before : call.state().get(RedactedTranscript.KEY);
        RedactedTranscript now = from.next(conversation, scanner, pseudonyms);
        if (now != before) {
            call.state().update(RedactedTranscript.BY_TOOLS, former -> now);
        }
        return now.table();
    }
}
