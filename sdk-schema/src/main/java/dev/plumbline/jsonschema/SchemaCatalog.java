package dev.plumbline.jsonschema;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shapes a host has given a name. It is a whitelist as well: as a validator it lets a call pass only if its output schema,
 * where it has one, is among them (code {@code schema-unlisted}). Immutable and thread-safe.
 */
public final class SchemaCatalog implements Validator<AiCall> {
    private static final SchemaCatalog EMPTY = new SchemaCatalog(Map.of());

    private final Map<String, Json> shapes;

    private SchemaCatalog(Map<String, Json> shapes) {
        this.shapes = shapes;
    }

    /** A catalogue without shapes. */
    public static SchemaCatalog empty() {
        return EMPTY;
    }

    /**
     * A copy with one more shape.
     *
     * @throws IllegalArgumentException when the name is taken; another schema wants another name
     */
    public SchemaCatalog with(String name, Json schema) {
        Map<String, Json> more = new LinkedHashMap<>(shapes);
        if (more.putIfAbsent(name, schema) != null) {
            throw new IllegalArgumentException("there is a shape of this name; choose another");
        }
        return new SchemaCatalog(more);
    }

    /** The schema of that name. */
    public Optional<Json> find(String name) {
        return Optional.ofNullable(shapes.get(name));
    }

    /** The names, in the order in which they were given. */
    public List<String> names() {
        return List.copyOf(shapes.keySet());
    }

    @Override
    public ValidationResult validate(AiCall subject, AiCall call) {
        return subject.outputSchema().map(shapes::containsValue).orElse(true)
                ? ValidationResult.OK
                : new ValidationResult(List.of(new Finding(Severity.ERROR, "/outputSchema", "schema-unlisted")));
    }
}
