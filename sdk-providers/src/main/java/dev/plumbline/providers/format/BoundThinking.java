package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import java.util.stream.Stream;

/**
 * How a provider sends back thinking that its service has bound to the content before it. Newer Claude models refuse a
 * thinking block with 400 if the system text, the tools or an earlier message have changed since the block was produced
 * (Anthropic: "Preserved thinking"; Amazon Bedrock: "Preserved thinking"; November 2026). The service remembers nothing
 * between requests, so a conversation that was refused once stores its handling in the state of the session. Thread-safe.
 */
public final class BoundThinking {
    /** The beta without which the service refuses {@link #BLOCK_BINDING}. */
    public static final String BETA = "thinking-binding-controls-2026-08-01";

    public static final String THINKING = "thinking";
    public static final String BETAS = "anthropic_beta";
    public static final String BLOCK_BINDING = "block_binding";
    public static final Json DROP = Json.object().with("prefix_mismatch_behavior", "drop_block");

    private static final TypedKey<Handling> HANDLING = TypedKey.of("plumbline.bound-thinking", Handling.class);

    private static final LazyPattern REFUSAL = new LazyPattern("(?i)bound to a different conversation");

    private final StateKey<Handling> remembered;

    /** Creates the handling of that provider, which each conversation stores under the provider's id. */
    public BoundThinking(String provider) {
        remembered = StateKey.of("plumbline.bound-thinking." + provider, StateKey.Scope.SESSION, Handling.SENT)
                .withPersistent(handling -> Json.of(handling.name()), json -> Handling.valueOf(json.asText()));
    }

    /** Returns the handling of a call that {@link #applied} has returned. */
    public static Handling of(AiCall call) {
        return call.attribute(HANDLING).orElse(Handling.SENT);
    }

    /** Returns whether thinking is not sent in a call that {@link #applied} has returned. */
    public static boolean isLeftOut(AiCall call) {
        return of(call) == Handling.LEFT_OUT;
    }

    /** Returns the call with the handling of its conversation, for encoders. */
    public AiCall applied(AiCall call) {
        Handling handling = handling(call);
        if (handling == Handling.SENT) {
            return call;
        }
        AiCall handled = call.withAttribute(HANDLING, handling);
        return handling == Handling.DROPPED && !call.options().extras().isEmpty()
                ? handled.withOptions(withBinding(call.options()))
                : handled;
    }

    private Handling handling(AiCall call) {
        Handling handling = call.state().get(remembered);
        if (handling == Handling.SENT && isAlwaysDropped(call)) {
            handling = Handling.DROPPED;
        }
        if (handling == Handling.SENT
                || !ModelFamily.of(ModelFamily.Group.CLAUDE, call.model().name())
                        .has(ModelFamily.Trait.BINDS)) {
            return Handling.SENT;
        }
        return handling == Handling.DROPPED && (isOff(call.options()) || isForced(call.options()))
                ? Handling.LEFT_OUT
                : handling;
    }

    /** Returns the options with the binding in those raw members of the program that have a place for it. */
    private static ModelOptions withBinding(ModelOptions options) {
        Json own = options.raw().getOrDefault(THINKING, Json.object());
        Json fields = rawFields(options);
        ModelOptions.Builder bound = options.toBuilder();
        if (own.get("type").exists()) {
            bound.addRaw(THINKING, own.with(BLOCK_BINDING, DROP));
        }
        if (fields.get(THINKING).exists()) {
            fields = fields.with(THINKING, fields.get(THINKING).with(BLOCK_BINDING, DROP));
        }
        if (fields.get(BETAS).exists()) {
            fields = fields.with(
                    BETAS,
                    Stream.concat(fields.get(BETAS).elements().stream(), Stream.of(Json.of(BETA)))
                            .toList());
        }
        return fields.fields().isEmpty()
                ? bound.build()
                : bound.addRaw(ExtraOptions.MODEL_FIELDS, fields).build();
    }

    /** Returns the raw fields of a model at Bedrock. */
    public static Json rawFields(ModelOptions options) {
        return options.raw().getOrDefault(ExtraOptions.MODEL_FIELDS, Json.object());
    }

    private static boolean isAlwaysDropped(AiCall call) {
        return !call.options().extras().isEmpty()
                && call.options()
                        .extra(ProviderOptionKeys.DROP_CHANGED_THINKING)
                        .orElse(false);
    }

    /**
     * Stores that a service refused thinking, and returns whether the call may be repeated. The service then drops the
     * thinking that no longer fits. By its documentation, the client must leave thinking out if values were taken out of
     * the content before it, or if thinking is off.
     */
    public boolean isRefused(AiCall call, AiError error) {
        Handling now = handling(call);
        boolean refused = now != Handling.LEFT_OUT
                && error.category() == AiError.Category.INVALID_REQUEST
                && REFUSAL.matcher(error.providerMessage().text()).find();
        if (refused) {
            boolean dropped = now == Handling.SENT
                    && !isOff(call.options())
                    && call.attribute(AiCall.REDACTED).isEmpty();
            Handling next = dropped ? Handling.DROPPED : Handling.LEFT_OUT;
            call.state().update(remembered, before -> next);
        }
        return refused;
    }

    /** Returns whether the program has switched thinking off by a raw member. */
    private static boolean isOff(ModelOptions options) {
        return !options.extras().isEmpty() && isOfType("disabled", rawThinking(options));
    }

    private static boolean isOfType(String name, Json block) {
        return block.get("type").equals(Json.of(name));
    }

    /** Returns whether a tool is forced and no effort is set; the model does not think then. */
    private static boolean isForced(ModelOptions options) {
        return options.reasoning().isEmpty() && options.toolChoice().orElse(null) == ModelOptions.ToolChoice.REQUIRED;
    }

    /** Returns the raw member {@code thinking} of a program, of Anthropic's format or within that of Bedrock. */
    public static Json rawThinking(ModelOptions options) {
        Json own = options.raw().getOrDefault(THINKING, Json.object());
        return own.get("type").exists() ? own : rawFields(options).get(THINKING);
    }

    /** Returns whether opaque data is thinking, of Anthropic's format or of that of Bedrock. */
    public static boolean isThinking(Json data) {
        return isOfType("thinking", data)
                || isOfType("redacted_thinking", data)
                || data.get("reasoningContent").exists();
    }

    /** What is done with thinking that may no longer fit. */
    public enum Handling {
        /** It is sent back as it came. */
        SENT,
        /** It is sent back, and the service is asked to drop what no longer fits. */
        DROPPED,
        /** It is not sent back. */
        LEFT_OUT
    }
}
