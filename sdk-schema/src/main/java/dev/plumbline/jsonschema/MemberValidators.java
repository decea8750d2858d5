package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Validates the members of simple records that are not simple themselves, each as a separate schema of the library. A
 * value is accepted only if the library would accept the whole. Used once, by one thread; the result is thread-safe.
 */
final class MemberValidators implements SimpleSchemaValidator.MemberFallback {
    /** The maximum number of such members; with more, the library validates the whole faster. */
    private static final int MOST = 50;

    private static final List<String> SHARED = List.of("$schema", "$defs", "definitions");
    private static final Set<String> NAMES = Set.of("$id", "$anchor", "$dynamicAnchor", "$dynamicRef");

    private final Json root;
    private final Function<Json, ValueRule> library;
    private int pieces;

    private MemberValidators(Json root, Function<Json, ValueRule> library) {
        this.root = root;
        this.library = library;
    }

    /**
     * Returns the validator of a valid schema, with members validated by the library; empty if the root is not simple,
     * or if a member would have another meaning on its own.
     */
    static Optional<SimpleSchemaValidator> shape(Json root, Function<Json, ValueRule> library) {
        boolean apart =
                SchemaIndex.of(root, new SchemaFindings()).positions().stream().allMatch(MemberValidators::standsAlone);
        return apart
                ? SimpleKeywordRules.shape(withoutShared(root), new MemberValidators(root, library))
                : Optional.empty();
    }

    private static boolean standsAlone(SchemaIndex.Position position) {
        Json schema = position.schema();
        Json dialect = schema.get("$schema");
        Json ref = schema.get("$ref");
        boolean latest =
                !dialect.exists() || (position.path().isEmpty() && dialect.equals(Json.of(SchemaGuard.DRAFT_2020_12)));
        boolean shared = !ref.exists()
                || ref.asText().startsWith("#/$defs/")
                || ref.asText().startsWith("#/definitions/");
        return latest
                && shared
                && NAMES.stream().noneMatch(name -> schema.get(name).exists());
    }

    private static Json withoutShared(Json root) {
        Json alone = root;
        for (String keyword : SHARED) {
            alone = alone.get(keyword).exists() ? alone.without(keyword) : alone;
        }
        return alone;
    }

    @Override
    public Optional<ValueRule> of(Json schema) {
        pieces++;
        Lazy<ValueRule> piece = new Lazy<>(() -> library.apply(withShared(schema)));
        return pieces > MOST
                ? Optional.empty()
                : Optional.of((value, work) -> piece.get().test(value, work));
    }

    private Json withShared(Json schema) {
        Json piece = schema;
        for (String keyword : SHARED) {
            piece = root.get(keyword).exists() ? piece.with(keyword, root.get(keyword)) : piece;
        }
        return piece;
    }
}
