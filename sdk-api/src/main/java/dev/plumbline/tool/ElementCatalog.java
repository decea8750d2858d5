package dev.plumbline.tool;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.tool.internal.NearestNames;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a document of a host may hold: the components, materials or families that a model may name. Validators
 * ask it whether a name exists, and {@link #asTool} lets the model search it. Implementations are thread-safe.
 */
@FunctionalInterface
public interface ElementCatalog {
    /** The number of names that a finding suggests. */
    int SUGGESTIONS = 3;

    /**
     * Returns the elements of a kind.
     *
     * @param kind e.g. {@code component}; a kind that the catalog does not know has no elements
     */
    Collection<Element> elements(String kind);

    /** Returns a catalog of fixed elements. */
    static ElementCatalog of(Collection<Element> all) {
        var byKind = List.copyOf(all).stream().collect(Collectors.groupingBy(Element::kind));
        return kind -> byKind.getOrDefault(kind, List.of());
    }

    /** Returns the element of that kind and name, in any case; the same case is preferred. */
    default Optional<Element> find(String kind, String name) {
        return elements(kind).stream()
                .filter(element -> element.name().equalsIgnoreCase(name))
                .min(Comparator.comparing(element -> !element.name().equals(name)));
    }

    /** Returns at most that many elements whose names are nearest to a text, the nearest first. */
    default List<Element> nearest(String kind, String text, int most) {
        return NearestNames.of(text, elements(kind), Element::name, most);
    }

    /**
     * Returns no finding if the element exists, otherwise the error {@code unknown-} and the kind, e.g. {@code
     * unknown-component}, whose allowed values are the nearest names.
     *
     * @param path the place of the name in the checked value, as a JSON Pointer
     */
    default ValidationResult check(String path, String kind, String name) {
        if (find(kind, name).isPresent()) {
            return ValidationResult.OK;
        }
        String allowed = nearest(kind, name, SUGGESTIONS).stream()
                .map(element -> '"' + element.name() + '"')
                .collect(Collectors.joining(", "));
        return new ValidationResult(List.of(new Finding(Severity.ERROR, path, "unknown-" + kind, allowed)));
    }

    /**
     * Returns a read-only tool that searches the elements of a kind by words of name and description, and returns at most
     * ten with their details.
     *
     * @param name the name of the tool, e.g. {@code find_component}
     */
    default AiTool asTool(String name, String kind) {
        Json schema = Json.parse("""
                {"type": "object",
                 "properties": {"words": {"type": "string", "description": "words of the name or the description"}},
                 "required": ["words"], "additionalProperties": false}""");
        return AiTool.of(
                        name,
                        "Finds each " + kind + " that this document may hold.",
                        schema,
                        (in, call) -> found(kind, in.get("words").asText()))
                .withReadOnly();
    }

    private Json found(String kind, String words) {
        String[] wanted = words.toLowerCase(Locale.ROOT).strip().split("\\s+");
        List<Element> exact = elements(kind).stream()
                .filter(element -> element.hasAll(wanted))
                .sorted(Comparator.comparingInt(element -> element.name().length()))
                .limit(10)
                .toList();
        List<Element> found = exact.isEmpty() ? nearest(kind, words, SUGGESTIONS) : exact;
        return Json.object()
                .with("exact", !exact.isEmpty())
                .with("found", Json.of(found.stream().map(Element::toJson).toList()));
    }

    /**
     * An element that a document may hold. Immutable.
     *
     * @param kind e.g. {@code component}
     * @param name the name that a document uses
     * @param description a sentence for the model; may be empty
     * @param details what the host wants to be known of it, e.g. its inputs; an object, may be empty
     */
    record Element(String kind, String name, String description, Json details) {
        public Element {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(description, "description");
            Objects.requireNonNull(details, "details");
        }

        private boolean hasAll(String... words) {
            String text = (name + ' ' + description).toLowerCase(Locale.ROOT);
            return List.of(words).stream().allMatch(text::contains);
        }

        private Json toJson() {
            return Json.object()
                    .with("name", name)
                    .with("description", description)
                    .with("details", details);
        }
    }
}
