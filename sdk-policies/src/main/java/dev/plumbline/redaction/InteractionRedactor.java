package dev.plumbline.redaction;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Applies one text replacement to every text of an interaction, tool or schema that is sent. */
final class InteractionRedactor {
    private static final String OTHER_SETTINGS =
            "Not shown: this part of a result was read with other settings of redaction."
                    + " If you still have its tool, call it again.";

    private final TextReplacement change;
    private final JsonLeafMapper values;
    private final boolean refuseMedia;
    private final Optional<String> settings;

    private InteractionRedactor(
            TextReplacement change, JsonLeafMapper values, boolean refuseMedia, Optional<String> settings) {
        this.change = change;
        this.values = values;
        this.refuseMedia = refuseMedia;
        this.settings = settings;
    }

    /**
     * Returns a redactor for values that a scan must find.
     *
     * @param settings the digest of the settings: a part whose whole was searched with others is left out
     */
    static InteractionRedactor finding(TextReplacement change, boolean refuseMedia, String settings) {
        return new InteractionRedactor(change, JsonLeafMapper.ofValues(change), refuseMedia, Optional.of(settings));
    }

    /** Returns a redactor for known values, wherever they are. */
    static InteractionRedactor hiding(TextReplacement change) {
        return new InteractionRedactor(change, JsonLeafMapper.ofKnown(change), false, Optional.empty());
    }

    Interaction interaction(Interaction interaction) {
        return switch (interaction.kind()) {
            case CONTEXT -> context((Interaction.Context) interaction);
            case SYSTEM -> new Interaction.System(values.changeText(((Interaction.System) interaction).text()));
            case USER -> user((Interaction.User) interaction);
            case ASSISTANT -> assistant((Interaction.Assistant) interaction);
            case TOOL_CALL -> call((Interaction.ToolCall) interaction);
            case TOOL_RESULT -> result((Interaction.ToolResult) interaction);
            case SUMMARY -> new Interaction.Summary(change.apply(((Interaction.Summary) interaction).text()));
        };
    }

    /** Returns the interaction itself if no part changes, as most texts have no match. */
    private Interaction user(Interaction.User said) {
        List<Part> parts = parts(said.parts(), values::changeText);
        return parts == said.parts() ? said : new Interaction.User(parts);
    }

    private Interaction assistant(Interaction.Assistant said) {
        List<Part> parts = parts(said.parts(), change::apply); // the words of the model, which stay as it wrote them
        return parts == said.parts() ? said : new Interaction.Assistant(parts);
    }

    /** Returns the tool with a redacted description and schema; its name stays. */
    ToolDefinition tool(ToolDefinition tool) {
        return new ToolDefinition(
                tool.name(),
                change.apply(tool.description()),
                schema(tool.inputSchema()),
                tool.outputSchema().map(this::schema),
                tool.tags(),
                tool.owner());
    }

    /** Returns the redacted schema. */
    Json schema(Json schema) {
        return JsonLeafMapper.ofSchemas(change).change(schema);
    }

    private Interaction context(Interaction.Context context) {
        return new Interaction.Context(values.change(Json.of(context.values())).fields());
    }

    private Interaction call(Interaction.ToolCall call) {
        Json arguments = values.change(call.arguments());
        return JsonLeafMapper.isSame(arguments, call.arguments())
                ? call
                : new Interaction.ToolCall(call.id(), call.name(), arguments);
    }

    /** Returns the interaction itself if nothing changes. */
    private Interaction result(Interaction.ToolResult result) {
        ToolEnvelope envelope = withoutOtherSettings(result.envelope());
        Json meta = values.change(envelope.meta());
        List<Part> parts = parts(envelope.parts(), values::changeText);
        Optional<Json> outcome = outcome(envelope);
        if (outcome.isEmpty() && JsonLeafMapper.isSame(meta, envelope.meta()) && parts == envelope.parts()) {
            return envelope == result.envelope() ? result : new Interaction.ToolResult(result.callId(), envelope);
        }
        Json json = outcome.orElseGet(envelope::toJson);
        ToolEnvelope redacted = ToolEnvelope.from(envelope.meta().fields().isEmpty() ? json : json.with("meta", meta))
                .withStopsTurn(envelope.stopsTurn())
                .withParts(parts.toArray(Part[]::new));
        return new Interaction.ToolResult(result.callId(), redacted);
    }

    /**
     * Returns the envelope without a part of a content whose whole was searched with other settings: what these find may
     * need what was around the part. What was hidden in it is known: the model may have repeated it.
     */
    private ToolEnvelope withoutOtherSettings(ToolEnvelope envelope) {
        if (settings.isEmpty()) {
            return envelope;
        }
        String ours = settings.get();
        boolean other = Marks.isOfOtherSettings(envelope.meta(), ours)
                || (envelope.isOk() && Marks.isOfOtherSettings(envelope.result(), ours));
        if (!other) {
            return envelope;
        }
        Optional<Json> unused = outcome(envelope); // which remembers its values
        ToolEnvelope instead = envelope.failure()
                .map(failure -> ToolEnvelope.failed(failure.code(), OTHER_SETTINGS)
                        .withEffect(failure.effect())
                        .withRetryable(failure.retryable()))
                .orElseGet(() -> ToolEnvelope.ok(OTHER_SETTINGS));
        return ContentOrigin.of(envelope).mark(instead.withStopsTurn(envelope.stopsTurn()));
    }

    /** Returns the envelope with a redacted message or result; empty if it has no match. */
    private Optional<Json> outcome(ToolEnvelope envelope) {
        if (envelope.failure().isPresent()) {
            String message = envelope.failure().get().message();
            String changed = values.changeText(message);
            return changed.equals(message) ? Optional.empty() : Optional.of(withMessage(envelope.toJson(), changed));
        }
        Json changed = values.change(envelope.result());
        return JsonLeafMapper.isSame(changed, envelope.result())
                ? Optional.empty()
                : Optional.of(envelope.toJson().with("result", changed));
    }

    private static Json withMessage(Json json, String message) {
        return json.with("error", json.get("error").with("message", message));
    }

    /** Returns the list itself if no part changes. */
    private List<Part> parts(List<Part> parts, UnaryOperator<String> text) {
        List<Part> changed = parts;
        for (int i = 0; i < parts.size(); i++) {
            Part part = part(parts.get(i), text);
            if (part != parts.get(i)) {
                changed = changed == parts ? new ArrayList<>(parts) : changed;
                changed.set(i, part);
            }
        }
        return changed;
    }

    private Part part(Part part, UnaryOperator<String> words) {
        if (part instanceof Part.Text text) {
            String changed = words.apply(text.text());
            return changed.equals(text.text()) ? part : new Part.Text(changed);
        }
        if (part instanceof Part.Reasoning reasoning) {
            return new Part.Reasoning(change.apply(reasoning.text()));
        }
        if (part instanceof Part.Refusal refusal) {
            return new Part.Refusal(change.apply(refusal.text()));
        }
        return part instanceof Part.Opaque ? part : media(part);
    }

    private Part media(Part part) {
        if (refuseMedia) {
            throw new AiException(AiError.of(
                    AiError.Category.POLICY_DENIED,
                    "redaction-media",
                    "Redaction does not look into pictures, sound and files. Leave them out, or let them pass with"
                            + " withRefuseImages(false)."));
        }
        return part instanceof Part.File file ? new Part.File(change.apply(file.name()), file.blob()) : part;
    }
}
