package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import java.util.Map;
import java.util.concurrent.Executor;

/** Factory for {@link JsonSchemaService}: generates, checks, wraps and validates schemas. */
public final class JsonSchemas {

    private JsonSchemas() {}

    /**
     * A service of its own, with its own caches. A schema may have 1 MiB of text, 64 levels and 10,000 ways through
     * {@code allOf} and its like at one place; a validation takes at most 1,000,000 steps. The libraries behind it are
     * loaded when they are first needed. Thread-safe.
     */
    public static JsonSchemaService service() {
        return service(Map.of(), FormatMode.CHECKED);
    }

    /**
     * A service whose schemas may also refer to these. Everything else outside a schema stays out of reach: nothing is
     * fetched, no file and no class path is read.
     *
     * @param registered schemas by their absolute id, without a fragment
     * @param formats what the keyword for formats means to values
     */
    public static JsonSchemaService service(Map<String, Json> registered, FormatMode formats) {
        return new CompositeSchemaService(new RegisteredSchemas(registered), formats);
    }

    /**
     * Loads what a service needs for its first answer, on a thread of the executor, so that no later caller waits for it.
     */
    public static void warmUp(JsonSchemaService service, Executor executor) {
        // A value that does not fit: one that does would not need the library.
        executor.execute(() -> service.validate(Json.object().with("type", "object"), Json.array()));
    }
}
