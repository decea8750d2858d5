package dev.plumbline.schema;

import dev.plumbline.call.Key;
import java.util.Set;

/**
 * What a provider makes of JSON Schema. Data, supplied by the provider.
 *
 * @param name of the dialect, e.g. {@code openai}
 * @param objectRootOnly whether an answer must be an object
 * @param allRequired whether every member must be required, so that optional ones become nullable
 * @param unsupported keywords it refuses; they are moved to the description
 */
public record SchemaDialect(String name, boolean objectRootOnly, boolean allRequired, Set<String> unsupported) {
    /** JSON Schema as it is. */
    public static final SchemaDialect PLAIN = new SchemaDialect("plain", false, false, Set.of());

    /** The note from which the policies of a call learn how its provider changes schemas. */
    public static final Key<SchemaDialect> KEY = Key.of("plumbline.schema-dialect", SchemaDialect.class);

    public SchemaDialect {
        unsupported = Set.copyOf(unsupported);
    }
}
