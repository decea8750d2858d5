package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The options of a call that concern its tools: strict schemas, tools that are loaded on demand, tools that the service
 * runs itself, and the tools that may be called.
 *
 * @param strict whether the service must keep to the schemas
 * @param server the tools that the service runs, in its own form; an empty array for none
 * @param allowed the names of the tools that may be called; an empty array for all
 * @param strictTools the names of the tools whose schemas the service takes as strict ones
 */
public record ToolOptions(boolean strict, Json server, Json allowed, Set<String> strictTools) {
    /** The tag of tools that the model finds by searching, if the service runs a search for tools. */
    static final String DEFERRED = "deferred";

    static final ToolOptions NONE = new ToolOptions(false, Json.array(), Json.array(), Set.of());

    /** Returns the options of a call to a service that takes every schema as a strict one. */
    public static ToolOptions withoutCheck(AiCall call) {
        ModelOptions options = call.options();
        if (options.extras().isEmpty()) {
            return NONE;
        }
        return new ToolOptions(
                options.extra(ProviderOptionKeys.STRICT_TOOLS).orElse(false),
                options.extra(ProviderOptionKeys.SERVER_TOOLS).orElse(NONE.server),
                options.extra(ProviderOptionKeys.ALLOWED_TOOLS).orElse(NONE.allowed),
                Set.of());
    }

    public static ToolOptions of(AiCall call, ServerDialect dialect) {
        ToolOptions wanted = withoutCheck(call);
        return wanted.strict
                ? new ToolOptions(true, wanted.server, wanted.allowed, strictOnes(call, dialect.schemas()))
                : wanted;
    }

    /** Returns the tools that are strict: in their order, as long as the service takes more of them in one request. */
    private static Set<String> strictOnes(AiCall call, AcceptedSchemas row) {
        Set<String> strict = new HashSet<>();
        int optional = 0;
        for (ToolDefinition tool : call.tools()) {
            StrictSchemaCheck check = new StrictSchemaCheck(row, tool.inputSchema());
            Optional<String> fault = check.fault();
            boolean fits = optional + check.optional() <= row.limits().optional()
                    && strict.size() < row.limits().strictTools();
            if (fault.isEmpty() && fits) {
                strict.add(tool.name());
                optional += check.optional();
            } else {
                LeftOutOptions.add(
                        call,
                        "the tool " + tool.name() + " is not strict: the service does not take "
                                + fault.orElse("more strict tools, or optional members of them, in one request"));
            }
        }
        return strict;
    }

    public boolean hasServerTools() {
        return !server.elements().isEmpty();
    }

    /** Returns whether only some tools may be called; a choice of none is stricter. */
    public boolean isLimited(AiCall call) {
        return !allowed.elements().isEmpty()
                && !call.options().toolChoice().equals(Optional.of(ModelOptions.ToolChoice.NONE));
    }

    public boolean isStrict(ToolDefinition tool) {
        return strictTools.contains(tool.name());
    }

    /** Returns whether the model has to search for a tool before it sees its schema. */
    public boolean isDeferred(ToolDefinition tool) {
        return hasServerTools() && tool.tags().contains(DEFERRED);
    }

    public void writeServerTools(JsonWriter json) {
        server.elements().forEach(json::json);
    }
}
