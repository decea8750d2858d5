package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tools there are, by name; what is wrong with one of them is said when it is entered. */
final class Catalogue {
    private final Map<String, Item> items = new TreeMap<>();

    private Catalogue() {}

    static Catalogue of(List<ToolRuntime.Owned> tools, JsonSchemaService schemas) {
        Catalogue catalogue = new Catalogue();
        tools.forEach(owned -> catalogue.enter(owned, schemas));
        return catalogue;
    }

    private void enter(ToolRuntime.Owned owned, JsonSchemaService schemas) {
        ToolDefinition definition = define(owned, schemas);
        Item before = items.put(definition.name(), new Item(owned.tool(), definition));
        if (before != null) {
            throw new IllegalStateException("tool " + definition.name() + ": given by " + ownerOf(before.definition())
                    + " and by " + ownerOf(definition) + "; names are unique");
        }
    }

    private static ToolDefinition define(ToolRuntime.Owned owned, JsonSchemaService schemas) {
        AiTool tool = owned.tool();
        try {
            ToolDefinition definition = tool.definition(schemas, owned.owner());
            ValidationResult sound = schemas.check(definition.inputSchema());
            if (!sound.ok()) {
                throw new IllegalArgumentException("its input schema is not sound: " + Faults.list(sound));
            }
            return definition;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("tool " + tool.name() + ": " + e.getMessage(), e);
        }
    }

    private static String ownerOf(ToolDefinition definition) {
        return definition.owner().isEmpty() ? "the host" : definition.owner();
    }

    /** The tool of exactly that name, if the filter lets it through. */
    Optional<Item> find(String name, Selector filter) {
        return Optional.ofNullable(items.get(name)).filter(item -> selects(filter, item.definition()));
    }

    /** What the filter lets through, in the order of names. */
    List<ToolDefinition> definitions(Selector filter) {
        return items.values().stream()
                .map(Item::definition)
                .filter(definition -> selects(filter, definition))
                .toList();
    }

    private static boolean selects(Selector filter, ToolDefinition definition) {
        return filter.matches(definition.name(), definition.tags(), definition.owner());
    }

    /** A tool and what the model knows of it. */
    record Item(AiTool tool, ToolDefinition definition) {}
}
