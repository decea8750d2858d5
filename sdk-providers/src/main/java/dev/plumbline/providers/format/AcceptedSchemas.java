package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a service takes of JSON Schema: a row of {@link ServiceTable}. An address that nobody knows has the most cautious one.
 *
 * @param dialect how the schema of an answer is rewritten
 * @param refused the keywords that a strict schema must not have
 * @param formats the formats of texts that a strict schema may have; empty for all
 * @param rules the further rules for a strict schema
 * @param limits how large a strict schema may be
 * @param otherwise how a schema is sent that cannot be strict
 * @param apart matches the models that take no schema of the answer together with tools
 * @param tools the rules for the schemas of tools
 */
public record AcceptedSchemas(
        SchemaDialect dialect,
        Set<String> refused,
        Set<String> formats,
        Set<Rule> rules,
        Limits limits,
        Otherwise otherwise,
        Optional<LazyPattern> apart,
        Set<ToolRule> tools) {

    private static final Map<String, LazyRow<AcceptedSchemas>> ALL = all();

    private static Map<String, LazyRow<AcceptedSchemas>> all() {
        Map<String, LazyRow<AcceptedSchemas>> all = new HashMap<>();
        for (ServiceTable.Row row : ServiceTable.lazyRows("schemas")) {
            all.put(row.text("name"), new LazyRow<>(row, AcceptedSchemas::read));
        }
        return Map.copyOf(all);
    }

    private static AcceptedSchemas read(Json own) {
        String like = ServiceTable.text(own, "like", "");
        return read(
                own,
                like.isEmpty()
                        ? own
                        : ServiceTable.rows("schemas", "name", like).get(0));
    }

    /** Reads a row; one that is like another, which is before it, has its own name and what goes apart. */
    private static AcceptedSchemas read(Json own, Json row) {
        return new AcceptedSchemas(
                new SchemaDialect(
                        row.get("name").asText(),
                        ServiceTable.is(row, "rootObject"),
                        ServiceTable.is(row, "allRequired"),
                        ServiceTable.is(row, "mapsAsPairs"),
                        ServiceTable.words(row, "moved")),
                ServiceTable.words(row, "refused"),
                ServiceTable.words(row, "formats"),
                ServiceTable.constants(row, "rules", Rule.class),
                Limits.read(row.get("limits").exists() ? row.get("limits") : Json.object()),
                Otherwise.valueOf(ServiceTable.text(row, "otherwise", Otherwise.AS_IT_IS.name())),
                own.get("apart").exists()
                        ? Optional.of(new LazyPattern(own.get("apart").asText()))
                        : Optional.empty(),
                ServiceTable.constants(row, "tools", ToolRule.class));
    }

    /** Returns the row of that name. */
    static AcceptedSchemas of(String name) {
        return Objects.requireNonNull(ALL.get(name), name).get();
    }

    /** Returns why a schema cannot be sent as a strict one: the rule and the place; empty if it can. */
    public Optional<String> fault(Json schema) {
        return otherwise == Otherwise.AS_IT_IS ? Optional.empty() : new StrictSchemaCheck(this, schema).fault();
    }

    /** Returns whether a model takes no schema of the answer together with tools. */
    public boolean isApart(String model) {
        return apart.isPresent() && apart.get().matcher(model).find();
    }

    /** A rule for strict schemas. */
    public enum Rule {
        /** The whole is an object. */
        OBJECT_ROOT,
        /** No object has members that the schema does not name. */
        CLOSED,
        /** Every member is required. */
        ALL_REQUIRED,
        /** No part refers to itself. */
        NO_RECURSION,
        /** Nothing is beside a reference. */
        BARE_REFERENCES,
        /** Every part has a type, a reference or alternatives, and a list says what is in it. */
        TYPED,
        /** A list may have to have one element, and no more. */
        FEW_ITEMS,
        /** Patterns without word boundaries. */
        SIMPLE_PATTERNS,
        /** {@code allOf} has no references. */
        ALL_OF_WITHOUT_REFERENCES
    }

    /**
     * The size of a strict schema.
     *
     * @param optional the maximum number of members that may be missing
     * @param unions the maximum number of parts with several types
     * @param levels the maximum depth of objects and lists
     * @param properties the maximum number of members of all objects
     * @param constants the maximum number of words of all enumerations
     * @param characters the maximum length of all names and constants together
     * @param strictTools the maximum number of strict tools of a request
     */
    public record Limits(
            int optional, int unions, int levels, int properties, int constants, int characters, int strictTools) {
        private static Limits read(Json row) {
            return new Limits(
                    most(row, "optional"),
                    most(row, "unions"),
                    most(row, "levels"),
                    most(row, "properties"),
                    most(row, "constants"),
                    most(row, "characters"),
                    most(row, "strictTools"));
        }

        private static int most(Json row, String member) {
            return ServiceTable.number(row, member, Integer.MAX_VALUE);
        }
    }

    /** How a schema of an answer is sent that cannot be strict. The answer is checked by this library in any case. */
    public enum Otherwise {
        /** As any other: the service has no strictness. */
        AS_IT_IS,
        /** With {@code strict: false}. */
        UNSTRICT,
        /** In a message, because the service takes strict schemas alone. */
        WORDS
    }

    /** A rule for the schemas of tools, strict or not. */
    public enum ToolRule {
        /** No alternatives at the root. */
        PLAIN_ROOT,
        /** The names of members are letters, digits, {@code _}, {@code .} and {@code -}. */
        NAMES,
        /** A list says what is in it. */
        ITEMS,
        /** {@code anyOf} and no {@code oneOf}. */
        ANY_OF
    }
}
