package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import dev.plumbline.tool.ElementCatalog;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The components that the host has, as data: name, type, inputs and outputs. Immutable. */
public final class ComponentCatalog implements ElementCatalog {
    /** The kind of its elements. */
    public static final String COMPONENT = "component";

    private final ElementCatalog elements;

    private ComponentCatalog(List<Element> components) {
        this.elements = ElementCatalog.of(components);
    }

    /** Returns the catalog that comes with this example: eighteen frequent components of Grasshopper. */
    public static ComponentCatalog ofExample() {
        return of(GhJsonSchemas.read("components.json"));
    }

    /** Returns a catalog of an array of objects with {@code name, description, inputs, outputs} and, if known, {@code guid}. */
    public static ComponentCatalog of(Json components) {
        return new ComponentCatalog(components.elements().stream()
                .map(each -> new Element(
                        COMPONENT,
                        each.get("name").asText(),
                        each.get("description").asText(),
                        each.without("name").without("description")))
                .toList());
    }

    @Override
    public Collection<Element> elements(String kind) {
        return elements.elements(kind);
    }

    /** Returns the type of a component of a document, by its type id first. */
    Optional<Element> typeOf(Json component) {
        String guid = GhJsonDocument.text(component, "componentGuid");
        Optional<Element> byGuid = elements(COMPONENT).stream()
                .filter(each -> !guid.isEmpty()
                        && GhJsonDocument.text(each.details(), "guid").equalsIgnoreCase(guid))
                .findFirst();
        return byGuid.isPresent() ? byGuid : find(COMPONENT, GhJsonDocument.text(component, "name"));
    }

    /** Returns the names of the inputs or outputs of a component: those of its settings, then those of its type. */
    List<String> parameters(Json component, boolean inputs) {
        Json own = component.get(inputs ? "inputSettings" : "outputSettings");
        List<String> names = own.exists()
                ? own.elements().stream()
                        .map(each -> GhJsonDocument.text(each, "parameterName"))
                        .toList()
                : List.of();
        return names.isEmpty()
                ? typeOf(component)
                        .map(type -> type.details().get(inputs ? "inputs" : "outputs").elements().stream()
                                .map(Json::asText)
                                .toList())
                        .orElse(List.of())
                : names;
    }
}
