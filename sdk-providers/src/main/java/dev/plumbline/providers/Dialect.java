package dev.plumbline.providers;

import dev.plumbline.http.Addresses;
import dev.plumbline.schema.SchemaDialect;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * In what a server differs from others that speak chat completions. Data; nothing else knows their names.
 *
 * @param name what users call it
 * @param place how its address is known: an ending of the host, or {@code :port} on this machine; empty when it is not
 * @param keyVariable the environment variable its key usually lies in
 * @param keyHeader the header the key travels in; {@code Authorization} means a bearer token
 * @param maxTokens the member that limits the answer
 * @param traits what else it knows
 * @param schemas what it makes of JSON Schema
 */
record Dialect(
        String name,
        String place,
        String keyVariable,
        String keyHeader,
        String maxTokens,
        Set<Trait> traits,
        SchemaDialect schemas) {

    private static final String BEARER = "Authorization";
    private static final String NEW_LIMIT = "max_completion_tokens";
    private static final String OLD_LIMIT = "max_tokens";

    /** OpenAI's strict schemas: an object whose members are all required, and without these words. */
    private static final SchemaDialect STRICT = new SchemaDialect(
            "openai",
            true,
            true,
            Set.of(
                    "allOf",
                    "oneOf",
                    "not",
                    "if",
                    "then",
                    "else",
                    "dependentRequired",
                    "dependentSchemas",
                    "minLength",
                    "maxLength",
                    "patternProperties",
                    "propertyNames",
                    "minProperties",
                    "maxProperties",
                    "unevaluatedProperties",
                    "unevaluatedItems",
                    "contains",
                    "minContains",
                    "maxContains",
                    "uniqueItems",
                    "default"));

    /** The service itself. */
    static final Dialect OPENAI = new Dialect(
            "openai", "api.openai.com", "OPENAI_API_KEY", BEARER, NEW_LIMIT, Set.of(Trait.SERVICE_TIER), STRICT);

    /** Any other server. */
    private static final Dialect COMPATIBLE = local("compatible", "");

    private static final List<Dialect> ALL = List.of(
            OPENAI,
            new Dialect("azure", ".azure.com", "AZURE_OPENAI_API_KEY", "api-key", NEW_LIMIT, Set.of(), STRICT),
            new Dialect("groq", "api.groq.com", "GROQ_API_KEY", BEARER, NEW_LIMIT, Set.of(), STRICT),
            new Dialect(
                    "openrouter",
                    "openrouter.ai",
                    "OPENROUTER_API_KEY",
                    BEARER,
                    OLD_LIMIT,
                    Set.of(Trait.REASONING_DETAILS),
                    STRICT),
            local("ollama", ":11434"),
            local("lm-studio", ":1234"),
            local("llama.cpp", ":8080"),
            local("vllm", ":8000"),
            COMPATIBLE);

    private static Dialect local(String name, String port) {
        return new Dialect(name, port, "OPENAI_API_KEY", BEARER, OLD_LIMIT, Set.of(), SchemaDialect.PLAIN);
    }

    /**
     * The dialect of that name.
     *
     * @throws IllegalArgumentException names those there are
     */
    static Dialect of(String name) {
        return ALL.stream()
                .filter(dialect -> dialect.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no dialect of that name; there are "
                        + ALL.stream().map(Dialect::name).collect(Collectors.joining(", "))));
    }

    /** The dialect an address is known for; what all servers have in common when it is not. */
    static Dialect guess(URI base) {
        return ALL.stream().filter(dialect -> dialect.isAt(base)).findFirst().orElse(COMPATIBLE);
    }

    private boolean isAt(URI base) {
        if (place.startsWith(":")) {
            return Addresses.isLoopback(base) && (":" + base.getPort()).equals(place);
        }
        String host = Optional.ofNullable(base.getHost()).orElse("").toLowerCase(Locale.ROOT);
        return !place.isEmpty() && (host.equals(place) || (place.startsWith(".") && host.endsWith(place)));
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** What only some servers know. */
    enum Trait {
        SERVICE_TIER,
        REASONING_DETAILS
    }
}
