package dev.plumbline.jsonschema;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/** Factory for {@link JsonSchemaService}: generates, checks, wraps and validates schemas. */
public final class JsonSchemas {

    private JsonSchemas() {}

    /**
     * Returns a new service with its own caches. A schema may have 1 MiB of text, 64 levels and 10,000 paths through
     * {@code allOf} and similar keywords at one location; a validation takes at most 1,000,000 steps. Its libraries are
     * loaded when first needed. Thread-safe.
     */
    public static JsonSchemaService service() {
        return service(Map.of(), FormatMode.CHECKED);
    }

    /**
     * Returns a new service whose schemas may also refer to these. Other external references are refused: nothing is
     * fetched, and no file or class path is read.
     *
     * @param registered schemas by their absolute id, without a fragment
     * @param formats the meaning of the "format" keyword
     */
    public static JsonSchemaService service(Map<String, Json> registered, FormatMode formats) {
        return new CompositeSchemaService(new RegisteredSchemas(registered), formats);
    }

    /**
     * Loads the classes of a service on a thread of the executor, so that the first caller does not wait for them.
     */
    public static void warmUp(JsonSchemaService service, Executor executor) {
        // An invalid value, because a valid one does not need the library.
        executor.execute(() -> service.validate(Json.object().with("type", "object"), Json.array()));
    }

    /** Returns a validator that allows only calls without an output schema or with one of these (code {@code schema-unlisted}). */
    public static Validator<AiCall> outputSchemas(Collection<Json> allowed) {
        Set<Json> schemas = Set.copyOf(allowed);
        return (subject, call) -> subject.outputSchema().map(schemas::contains).orElse(true)
                ? ValidationResult.OK
                : new ValidationResult(List.of(new Finding(Severity.ERROR, "/outputSchema", "schema-unlisted")));
    }

    /**
     * Returns a validator of a path written by a model: it stays inside its folder on every system, because it is relative,
     * without {@code ..}, drive, stream, control character or device name. It checks the text, not the disk, so links are
     * not detected. Codes: {@code path-empty}, {@code path-absolute}, {@code path-outside}, {@code path-name}.
     */
    public static Validator<String> filePath() {
        return new FilePathValidator();
    }

    /** The meaning of the keyword {@code format} for a schema service. */
    public enum FormatMode {
        /** A value must have the format. The default of {@link JsonSchemas#service()}, because models write wrong dates. */
        CHECKED,
        /** A format is only a description, as in JSON Schema 2020-12; draft 7 is still checked. */
        DESCRIBED
    }
}
