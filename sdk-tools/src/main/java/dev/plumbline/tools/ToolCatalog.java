package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.ToolDefinitionList;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The registered tools, by name. An invalid tool is refused when it is added. Unchanged after it is built. */
final class ToolCatalog {
    /** The number of cached filters; the sessions of one program usually have few. */
    private static final int MOST_FILTERS = 64;

    private final Map<String, Item> items = new TreeMap<>();

    /** The definitions that recent filters select. */
    private final Map<Selector, List<ToolDefinition>> selected = new ConcurrentHashMap<>();

    private final List<ToolChainStep> steps;

    private ToolCatalog(List<ToolChainStep> steps) {
        this.steps = steps;
    }

    static ToolCatalog of(List<OwnedTool> tools, List<ToolChainStep> steps, JsonSchemaService schemas) {
        ToolCatalog catalog = new ToolCatalog(ToolChainStep.sorted(steps));
        catalog.enter(tools, schemas);
        return catalog;
    }

    /** Returns a catalog of these and more tools, with further steps around all of them. */
    ToolCatalog with(List<OwnedTool> more, List<ToolChainStep> further, JsonSchemaService schemas) {
        List<ToolChainStep> all = new ArrayList<>(steps);
        all.addAll(further);
        ToolCatalog larger = new ToolCatalog(ToolChainStep.sorted(all));
        for (Map.Entry<String, Item> item : items.entrySet()) {
            larger.items.put(item.getKey(), new Item(item.getValue().tool(), larger.steps));
        }
        larger.enter(more, schemas);
        return larger;
    }

    private void enter(List<OwnedTool> tools, JsonSchemaService schemas) {
        for (OwnedTool owned : tools) {
            enter(new RegisteredTool(owned.tool(), define(owned, schemas), null));
        }
    }

    /** Adds the current tools of another executor, which runs them. */
    void enter(IToolExecutor other, JsonSchemaService schemas) {
        for (ToolDefinition definition : other.definitions(Selector.ALL)) {
            try {
                requireSound(definition, schemas);
                enter(new RegisteredTool(
                        ToolExecutorAdapter.tool(definition), definition, new ToolExecutorAdapter(other)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("tool " + definition.name() + ": " + e.getMessage(), e);
            }
        }
    }

    private void enter(RegisteredTool tool) {
        ToolDefinition definition = tool.definition();
        Item before = items.put(definition.name(), new Item(tool, steps));
        if (before != null) {
            String one = ownerOf(before.tool().definition());
            String other = ownerOf(definition);
            throw new IllegalArgumentException("tool " + definition.name() + ": given "
                    + (one.equals(other) ? "twice by " + one : "by " + one + " and by " + other)
                    + "; names are unique: give one another name, as with @Tool(name = \"…\")");
        }
    }

    private static ToolDefinition define(OwnedTool owned, JsonSchemaService schemas) {
        AiTool tool = owned.tool();
        try {
            ToolDefinition definition = tool.definition(schemas, owned.owner());
            requireSound(definition, schemas);
            for (Json example : tool.examples()) {
                requireFit(example, definition, schemas);
            }
            return definition;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("tool " + tool.name() + ": " + e.getMessage(), e);
        }
    }

    private static void requireSound(ToolDefinition definition, JsonSchemaService schemas) {
        requireSound("input", definition.inputSchema(), schemas);
        if (definition.outputSchema().isPresent()) {
            requireSound("output", definition.outputSchema().get(), schemas);
        }
    }

    private static void requireSound(String which, Json schema, JsonSchemaService schemas) {
        ValidationResult sound = schemas.check(schema);
        if (!sound.isOk()) {
            throw new IllegalArgumentException(
                    "its " + which + " schema is invalid: " + ToolCallValidator.faults(sound));
        }
    }

    private static void requireFit(Json example, ToolDefinition definition, JsonSchemaService schemas) {
        ValidationResult fit = schemas.validate(definition.inputSchema(), example);
        if (!fit.isOk()) {
            throw new IllegalArgumentException(
                    "an example does not fit its input schema: " + ToolCallValidator.faults(fit));
        }
    }

    private static String ownerOf(ToolDefinition definition) {
        return definition.owner().isEmpty() ? "the host" : definition.owner();
    }

    List<ToolChainStep> steps() {
        return steps;
    }

    /** Returns the number of abandoned tools of other executors. */
    int abandoned() {
        return items.values().stream()
                .map(item -> item.tool().adapter())
                .filter(Objects::nonNull)
                .distinct()
                .mapToInt(adapter -> adapter.executor().abandonedCount())
                .sum();
    }

    /** Returns the tool of that name; null if there is none or the filter excludes it. */
    @Nullable
    Item find(String name, Selector filter) {
        Item item = items.get(name);
        return item != null && selects(filter, item.tool().definition()) ? item : null;
    }

    /** Returns the definitions that the filter selects, sorted by name. */
    List<ToolDefinition> definitions(Selector filter) {
        List<ToolDefinition> known = selected.get(filter);
        return known == null ? select(filter) : known;
    }

    private List<ToolDefinition> select(Selector filter) {
        List<ToolDefinition> those = new ArrayList<>();
        for (Item item : items.values()) {
            ToolDefinition definition = item.tool().definition();
            if (selects(filter, definition)) {
                those.add(definition);
            }
        }
        List<ToolDefinition> chosen = ToolDefinitionList.of(List.copyOf(those));
        if (selected.size() >= MOST_FILTERS) {
            selected.clear();
        }
        selected.put(filter, chosen);
        return chosen;
    }

    private static boolean selects(Selector filter, ToolDefinition definition) {
        return filter.matches(definition.name(), definition.tags(), definition.owner());
    }

    /**
     * A tool and the chain around it.
     *
     * @param tool the tool
     * @param chain the steps around it
     */
    record Item(RegisteredTool tool, ToolChain chain) {
        Item(RegisteredTool tool, List<ToolChainStep> steps) {
            this(tool, new ToolChain(tool.definition(), steps));
        }
    }
}
