package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import java.util.List;

/**
 * The options of a call that concern its tools: strict schemas, tools that are loaded on demand, tools that the service
 * runs itself, and the tools that may be called.
 *
 * @param strict whether the service must keep to the schemas
 * @param server the tools that the service runs, in its own form; an empty array for none
 * @param allowed the names of the tools that may be called; an empty array for all
 * @param schemas the schemas that the service takes as strict ones
 */
public record ToolOptions(boolean strict, Json server, Json allowed, SchemaDialect schemas) {
    /** The tag of tools that the model finds by searching, if the service runs a search for tools. */
    static final String DEFERRED = "deferred";

    static final ToolOptions NONE = new ToolOptions(false, Json.array(), Json.array(), SchemaDialect.PLAIN);

    /** Returns the options of a call to a service that takes every schema as a strict one. */
    public static ToolOptions withoutCheck(AiCall call, ServerDialect dialect) {
        ModelOptions options = call.options();
        if (options.extras().isEmpty()) {
            return NONE;
        }
        return new ToolOptions(
                options.extra(ProviderOptionKeys.STRICT_TOOLS).orElse(false),
                options.extra(ProviderOptionKeys.SERVER_TOOLS).orElse(NONE.server),
                options.extra(ProviderOptionKeys.ALLOWED_TOOLS).orElse(NONE.allowed),
                dialect.schemas().dialect());
    }

    public static ToolOptions of(AiCall call, ServerDialect dialect) {
        ToolOptions wanted = withoutCheck(call, dialect);
        for (ToolDefinition tool : wanted.strict ? call.tools() : List.<ToolDefinition>of()) {
            if (!wanted.isStrict(tool)) {
                LeftOutOptions.add(
                        call,
                        "the tool " + tool.name() + " is not strict: its schema has optional members or keywords that"
                                + " the service does not take in strict ones");
            }
        }
        return wanted;
    }

    public boolean hasServerTools() {
        return !server.elements().isEmpty();
    }

    public boolean isStrict(ToolDefinition tool) {
        return strict && isStrict(tool.inputSchema());
    }

    /** Returns whether the model has to search for a tool before it sees its schema. */
    public boolean isDeferred(ToolDefinition tool) {
        return hasServerTools() && tool.tags().contains(DEFERRED);
    }

    public void writeServerTools(JsonWriter json) {
        server.elements().forEach(json::json);
    }

    /** Returns whether every object in a schema is closed, and no keyword is one that strict schemas lack. */
    private boolean isStrict(Json schema) {
        if (schema.kind() == Json.Kind.ARRAY) {
            return schema.elements().stream().allMatch(this::isStrict);
        }
        if (schema.kind() != Json.Kind.OBJECT) {
            return true;
        }
        Json properties = schema.get("properties");
        boolean object = schema.get("type").equals(Json.of("object")) || properties.kind() == Json.Kind.OBJECT;
        if (object && !schema.get("additionalProperties").equals(Json.of(false))) {
            return false;
        }
        if (object && schemas.allRequired() && !hasAllRequired(schema, properties)) {
            return false;
        }
        return schema.fields().entrySet().stream().allMatch(member -> isStrict(member.getKey(), member.getValue()));
    }

    private boolean isStrict(String keyword, Json value) {
        if (schemas.unsupported().contains(keyword)) {
            return false;
        }
        boolean named = keyword.equals("properties") || keyword.equals("$defs");
        return named ? value.fields().values().stream().allMatch(this::isStrict) : isStrict(value);
    }

    private static boolean hasAllRequired(Json schema, Json properties) {
        return properties.kind() != Json.Kind.OBJECT
                || (schema.get("required").kind() == Json.Kind.ARRAY
                        && schema.get("required")
                                .elements()
                                .containsAll(properties.fields().keySet().stream()
                                        .map(Json::of)
                                        .toList()));
    }
}
