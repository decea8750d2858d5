package dev.plumbline.call;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.TypeRef;
import dev.plumbline.json.internal.RecordAccess;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads the interactions of a return for its accessors. */
final class ReturnContent {

    private ReturnContent() {}

    /** Returns the index behind the last tool result of the round that begins there. */
    static int answerAt(List<Interaction> interactions, int round) {
        int from = interactions.size();
        while (from > round && !(interactions.get(from - 1) instanceof Interaction.ToolResult)) {
            from--;
        }
        return from;
    }

    static String join(List<Interaction> interactions, Class<? extends Part> kind) {
        StringBuilder text = new StringBuilder();
        for (Interaction interaction : interactions) {
            if (interaction instanceof Interaction.Assistant assistant) {
                append(text, assistant.parts(), kind);
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<Part> parts, Class<? extends Part> kind) {
        for (Part part : parts) {
            if (kind.isInstance(part)) {
                text.append(part instanceof Part.Reasoning reasoning ? reasoning.text() : ((Part.Text) part).text());
            }
        }
    }

    static List<Blob> images(List<Interaction> interactions) {
        List<Blob> images = new ArrayList<>();
        for (Interaction interaction : interactions) {
            if (interaction instanceof Interaction.Assistant assistant) {
                for (Part.Image image : only(assistant.parts(), Part.Image.class)) {
                    images.add(image.blob());
                }
            }
        }
        return List.copyOf(images);
    }

    static <T> List<T> only(List<?> interactions, Class<T> kind) {
        List<T> some = List.of();
        for (Object interaction : interactions) {
            if (kind.isInstance(interaction)) {
                some = some.isEmpty() ? new ArrayList<>() : some;
                some.add(kind.cast(interaction));
            }
        }
        return List.copyOf(some);
    }

    static List<Interaction> map(List<Interaction> interactions, UnaryOperator<String> change) {
        return interactions.stream()
                .map(interaction -> interaction instanceof Interaction.Assistant assistant
                        ? new Interaction.Assistant(assistant.parts().stream()
                                .map(part ->
                                        part instanceof Part.Text text ? Part.text(change.apply(text.text())) : part)
                                .toList())
                        : interaction)
                .toList();
    }

    /** Throws if the turn ended with these results of its tools, so that there is no answer to read. */
    static void requireAnswer(List<Interaction.ToolResult> results) {
        for (Interaction.ToolResult result : results) {
            Json note = result.envelope().meta().get(ToolEnvelope.TAKEN_OVER);
            if (note.kind() == Json.Kind.BOOLEAN && note.asBoolean()) {
                throw new AiException(AiError.of(
                        AiError.Category.CANCELLED, "taken-over", "the user took over, so the turn has no answer"));
            }
        }
        if (!results.isEmpty()) {
            throw new AiException(AiError.of(
                            AiError.Category.INVALID_RESPONSE,
                            "no-answer",
                            "the turn ended with the results of its tools: read toolResults(), or let it go on")
                    .withRetryable(false));
        }
    }

    static Json json(String text) {
        try {
            return UntrustedJson.parse(text);
        } catch (JsonException e) {
            throw invalid(text, "not-json", "the answer is not JSON: " + e.rule() + place(e));
        }
    }

    static <T> T bind(String text, TypeRef<T> type) {
        Json json = json(text);
        try {
            return json.as(type);
        } catch (JsonException e) {
            requireOpen(type);
            String message = "the answer does not fit the type asked for: " + e.rule() + place(e);
            throw invalid(text, "does-not-fit", message);
        }
    }

    private static String place(JsonException e) {
        return e.place().isEmpty() ? "" : " at " + e.place();
    }

    /** Throws if the program, and not the model, is the reason why a record cannot be created. */
    private static void requireOpen(TypeRef<?> type) {
        RecordAccess.fault(type.type(), ReturnContent.class.getModule()).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
    }

    private static AiException invalid(String text, String code, String message) {
        return new AiException(AiError.of(AiError.Category.INVALID_RESPONSE, code, message), SensitiveText.of(text));
    }
}
