package dev.plumbline.schemas;

import dev.plumbline.schema.JsonSchemaService;

/** The door of this room: one service for generating, checking, wrapping and validating. */
public final class JsonSchemas {

    private JsonSchemas() {}

    /**
     * A service of its own, with its own caches. A schema may have 1 MiB of text, 64 levels and 10,000 ways through
     * {@code allOf} and its like at one place; a validation takes at most 1,000,000 steps. The libraries behind it are
     * loaded when they are first needed. Thread-safe.
     */
    public static JsonSchemaService service() {
        return new SchemaService();
    }
}
