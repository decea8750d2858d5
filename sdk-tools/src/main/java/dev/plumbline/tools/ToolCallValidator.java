package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.internal.ValueCheck;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Validates the arguments and results of tools. Findings contain paths and codes, never values. */
final class ToolCallValidator {

    private static final int MOST_FAULTS = 10;

    private ToolCallValidator() {}

    /** Returns the envelope that refuses invalid arguments; null if they are valid. */
    static @Nullable ToolEnvelope refusal(Json arguments, InvocationContext setting) {
        if (arguments.kind() == Json.Kind.STRING) {
            return FailureEnvelopes.invalid(
                    "The arguments are not JSON" + why(arguments.asText()) + ". Write one JSON object.");
        }
        if (arguments.kind() != Json.Kind.OBJECT) {
            return FailureEnvelopes.invalid("The arguments are not a JSON object. Write a JSON object.");
        }
        if (arguments.depth() > UntrustedJson.MAX_DEPTH) {
            return FailureEnvelopes.invalid("The arguments are nested " + arguments.depth()
                    + " levels deep, and at most " + UntrustedJson.MAX_DEPTH + " are allowed. Write them flatter.");
        }
        int most = setting.executorContext().limits().argumentBytes();
        if (JsonTruncator.bytes(arguments) > most) {
            return FailureEnvelopes.invalid("The arguments are larger than " + most + " bytes. Write less at a time.");
        }
        return misfit(arguments, setting);
    }

    /** Returns invalid arguments as they are read another way. */
    static Json read(Json arguments, InvocationContext setting, Reading reading) {
        boolean readable = arguments.kind() == Json.Kind.OBJECT && arguments.depth() <= UntrustedJson.MAX_DEPTH;
        try {
            return readable
                    ? reading.of(
                            setting.executorContext().schemas(),
                            arguments,
                            setting.definition().inputSchema())
                    : arguments;
        } catch (RuntimeException e) {
            return arguments; // the refusal of the arguments as they are says what is wrong with them
        }
    }

    /** Reads arguments by their schema. */
    @FunctionalInterface
    interface Reading {
        Json of(JsonSchemaService schemas, Json arguments, Json schema);
    }

    /** Returns the JSON rule that the text breaks; empty if the text is JSON inside a string. */
    private static String why(String text) {
        try {
            UntrustedJson.parse(text);
            return "";
        } catch (JsonException e) {
            return ": " + e.rule();
        }
    }

    private static @Nullable ToolEnvelope misfit(Json arguments, InvocationContext setting) {
        try {
            ValidationResult result = ValueCheck.validate(
                    setting.executorContext().schemas(),
                    setting.definition().inputSchema(),
                    arguments,
                    setting.tool().tool().binding());
            return result.isOk()
                    ? null
                    : FailureEnvelopes.invalid("The arguments do not fit: "
                            + faults(
                                    result,
                                    finding -> MemberNames.fault(
                                            finding,
                                            arguments,
                                            setting.definition().inputSchema())));
        } catch (RuntimeException e) {
            return FailureEnvelopes.invalid(
                    "The arguments could not be validated (" + e.getClass().getName() + "). Write simpler arguments.");
        }
    }

    /** Returns the outcome that the model may see: validated against the output schema and truncated to the limit. */
    static ToolEnvelope released(ToolEnvelope outcome, InvocationContext setting) {
        ToolEnvelope envelope = noted(outcome, setting);
        if (!envelope.isOk()) {
            return envelope;
        }
        Json schema = promised(setting, envelope);
        ToolEnvelope broken = schema == null
                ? null
                : mismatch(envelope, schema, setting.executorContext().schemas());
        return broken == null ? fitting(envelope, setting) : broken;
    }

    /** Returns the output schema to check; null if there is none or the result was truncated. */
    private static @Nullable Json promised(InvocationContext setting, ToolEnvelope envelope) {
        Json schema = setting.definition().outputSchema().orElse(null);
        return schema == null || envelope.meta().get(ToolEnvelope.TRUNCATED).exists() ? null : schema;
    }

    private static @Nullable ToolEnvelope mismatch(ToolEnvelope envelope, Json schema, JsonSchemaService schemas) {
        ValidationResult result = schemas.validate(schema, unwrapped(envelope.result(), schema));
        return result.isOk()
                ? null
                : ToolEnvelope.failed(
                        ToolEnvelope.Code.INVALID_RESULT,
                        "The tool did its work, but its result does not fit its output schema: " + faults(result));
    }

    /** Returns the value that the tool returned; an envelope wraps values that are not objects. */
    private static Json unwrapped(Json result, Json schema) {
        Json type = schema.get("type");
        boolean object = type.kind() != Json.Kind.STRING || type.asText().equals("object");
        if (object) {
            return result;
        }
        return result.get("items").exists() ? result.get("items") : result.get("value");
    }

    private static ToolEnvelope fitting(ToolEnvelope envelope, InvocationContext setting) {
        int maxBytes = setting.executorContext().limits().resultBytes() - JsonTruncator.FRAME;
        if (envelope.utf8Length() <= maxBytes || JsonTruncator.bytes(envelope.result()) <= maxBytes) {
            return envelope;
        }
        Optional<String> reference = setting.keep(JsonTruncator.stream(envelope.result()));
        JsonTruncator.Part part = JsonTruncator.of(setting.marked(envelope.result(), reference), maxBytes);
        return part.cut()
                .map(cut -> JsonTruncator.marked(envelope.withResult(part.value()), cut, reference, setting))
                .orElse(envelope);
    }

    /** Truncates the metadata of a tool to an eighth of the result size. */
    private static ToolEnvelope noted(ToolEnvelope envelope, InvocationContext setting) {
        int maxBytes = setting.executorContext().limits().resultBytes() / 8;
        if (envelope.meta().fields().isEmpty() || JsonTruncator.bytes(envelope.meta()) <= maxBytes) {
            return envelope;
        }
        Json meta = setting.marked(envelope.meta(), Optional.empty());
        return envelope.withMeta(setting.part(JsonTruncator.of(meta, maxBytes).value()))
                .withMeta(ToolEnvelope.META_TRUNCATED, true);
    }

    /** Returns the first errors as text for the model. */
    static String faults(ValidationResult result) {
        return faults(result, finding -> Optional.empty());
    }

    /**
     * Returns the first findings of a result.
     *
     * @param better says a finding in better words, if it can
     */
    private static String faults(ValidationResult result, Function<ValidationResult.Finding, Optional<String>> better) {
        List<String> all = result.findings().stream()
                .filter(finding -> finding.severity() == ValidationResult.Severity.ERROR)
                .map(finding -> better.apply(finding).orElseGet(() -> said(finding)))
                .distinct()
                .toList();
        String first = all.stream().limit(MOST_FAULTS).collect(Collectors.joining("; "));
        int more = all.size() - MOST_FAULTS;
        return more > 0 ? first + "; and " + more + " more" : first;
    }

    private static String said(ValidationResult.Finding finding) {
        return (finding.path().isEmpty() ? "the object itself" : finding.path()) + ": " + finding.code()
                + (finding.allowed().isEmpty() ? "" : " (allowed: " + finding.allowed() + ")");
    }
}
