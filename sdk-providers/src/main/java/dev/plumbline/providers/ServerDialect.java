package dev.plumbline.providers;

import dev.plumbline.http.EndpointUrls;
import dev.plumbline.schema.SchemaDialect;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * In what a server differs from others. Data; nothing else knows their names.
 *
 * @param name what users call it
 * @param place how its address is known: an ending of the host, or {@code :port} on this machine; empty when it is not
 * @param keyVariable the environment variable that usually has its key
 * @param keyHeader the header the key travels in; {@code Authorization} means a bearer token
 * @param words how it names what all know
 * @param traits what else it knows or wants
 * @param schemas what it makes of JSON Schema
 */
record ServerDialect(
        String name,
        String place,
        String keyVariable,
        String keyHeader,
        MemberNames words,
        Set<Feature> traits,
        SchemaDialect schemas) {

    private static final String BEARER = "Authorization";
    private static final String OPENAI_KEY = "OPENAI_API_KEY";
    private static final ToolCallIdMapper.Rule UP_TO_40 = ToolCallIdMapper.Rule.of("[!-~]{1,40}", 40);

    private static final MemberNames NEW_WORDS = new MemberNames("max_completion_tokens", "seed", "required", UP_TO_40);
    private static final MemberNames OLD_WORDS = new MemberNames("max_tokens", "seed", "required", UP_TO_40);
    private static final MemberNames MISTRAL_WORDS =
            new MemberNames("max_tokens", "random_seed", "any", ToolCallIdMapper.Rule.of("[a-zA-Z0-9]{9}", 9));

    /** What servers that speak chat completions have in common unless they are known not to. */
    private static final Set<Feature> USUAL =
            Set.of(Feature.STREAM_OPTIONS, Feature.ANSWER_SCHEMA, Feature.REASONING_EFFORT);

    /** The service itself. */
    static final ServerDialect OPENAI = new ServerDialect(
            "openai",
            "api.openai.com",
            OPENAI_KEY,
            BEARER,
            NEW_WORDS,
            plus(USUAL, Feature.SERVICE_TIER),
            Schemas.OPENAI_STRICT);

    /** Anthropic; of what is here only the key and the schemas are of use to its format. */
    static final ServerDialect ANTHROPIC = new ServerDialect(
            "anthropic", "api.anthropic.com", "ANTHROPIC_API_KEY", "x-api-key", OLD_WORDS, Set.of(), Schemas.ANTHROPIC);

    /** Mistral, which refuses members it does not know. */
    static final ServerDialect MISTRAL = new ServerDialect(
            "mistral",
            "api.mistral.ai",
            "MISTRAL_API_KEY",
            BEARER,
            MISTRAL_WORDS,
            Set.of(
                    Feature.ANSWER_SCHEMA,
                    Feature.REASONING_EFFORT,
                    Feature.TWO_EFFORTS,
                    Feature.NAMED_RESULTS,
                    Feature.ANSWER_AFTER_RESULTS,
                    Feature.SYSTEM_IN_FRONT,
                    Feature.THINKING_PARTS),
            Schemas.OPENAI_STRICT);

    /** DeepSeek, which knows JSON mode and no schema. */
    static final ServerDialect DEEPSEEK = new ServerDialect(
            "deepseek",
            "api.deepseek.com",
            "DEEPSEEK_API_KEY",
            BEARER,
            OLD_WORDS,
            Set.of(Feature.STREAM_OPTIONS, Feature.THINKING_SWITCH, Feature.REASONING_WITH_CALLS),
            new SchemaDialect("deepseek", true, false, Set.of()));

    /** Any other server. */
    private static final ServerDialect COMPATIBLE = local("compatible", "");

    private static final List<ServerDialect> ALL = List.of(
            OPENAI,
            new ServerDialect(
                    "azure", ".azure.com", "AZURE_OPENAI_API_KEY", "api-key", NEW_WORDS, USUAL, Schemas.OPENAI_STRICT),
            new ServerDialect("groq", "api.groq.com", "GROQ_API_KEY", BEARER, NEW_WORDS, USUAL, Schemas.OPENAI_STRICT),
            new ServerDialect(
                    "openrouter",
                    "openrouter.ai",
                    "OPENROUTER_API_KEY",
                    BEARER,
                    OLD_WORDS,
                    plus(USUAL, Feature.REASONING_DETAILS),
                    Schemas.OPENAI_STRICT),
            MISTRAL,
            DEEPSEEK,
            ANTHROPIC,
            local("ollama", ":11434"),
            local("lm-studio", ":1234"),
            local("llama.cpp", ":8080"),
            local("vllm", ":8000"),
            COMPATIBLE);

    private static ServerDialect local(String name, String port) {
        return new ServerDialect(name, port, OPENAI_KEY, BEARER, OLD_WORDS, USUAL, SchemaDialect.PLAIN);
    }

    private static Set<Feature> plus(Set<Feature> traits, Feature more) {
        return Stream.concat(traits.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The dialect of that name.
     *
     * @throws IllegalArgumentException names those there are
     */
    static ServerDialect of(String name) {
        return ALL.stream()
                .filter(dialect -> dialect.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no dialect of that name; there are "
                        + ALL.stream().map(ServerDialect::name).collect(Collectors.joining(", "))));
    }

    /** The dialect an address is known for; what all servers have in common when it is not. */
    static ServerDialect guess(URI base) {
        return ALL.stream().filter(dialect -> dialect.isAt(base)).findFirst().orElse(COMPATIBLE);
    }

    private boolean isAt(URI base) {
        if (place.startsWith(":")) {
            return EndpointUrls.isLoopback(base) && (":" + base.getPort()).equals(place);
        }
        String host = Optional.ofNullable(base.getHost()).orElse("").toLowerCase(Locale.ROOT);
        return !place.isEmpty() && (host.equals(place) || (place.startsWith(".") && host.endsWith(place)));
    }

    boolean has(Feature trait) {
        return traits.contains(trait);
    }

    /** A copy that has that trait, too. */
    ServerDialect with(Feature trait) {
        return new ServerDialect(name, place, keyVariable, keyHeader, words, plus(traits, trait), schemas);
    }

    /**
     * How a server names what all of them know.
     *
     * @param maxTokens the member that limits the answer
     * @param seed the member that makes it reproducible
     * @param mustCall the word for a tool that must be called
     * @param callIds which ids of tool calls it takes
     */
    record MemberNames(String maxTokens, String seed, String mustCall, ToolCallIdMapper.Rule callIds) {}

    /** What only some servers know or want. */
    enum Feature {
        /** Does not stream: an answer comes in one piece. */
        WHOLE_ANSWERS,
        /** Says usage at the end of a stream when asked to. */
        STREAM_OPTIONS,
        /** Accepts the schema of an answer; a dialect without it has JSON mode and is sent the schema as text. */
        ANSWER_SCHEMA,
        /** Takes how hard to think as {@code reasoning_effort}. */
        REASONING_EFFORT,
        /** Knows hard thinking or none, and nothing between. */
        TWO_EFFORTS,
        /** Takes {@code service_tier}. */
        SERVICE_TIER,
        /** Wants {@code reasoning_details} back. */
        REASONING_DETAILS,
        /** Thinking is switched by {@code thinking}, and how hard is said only when it is on. */
        THINKING_SWITCH,
        /** Wants {@code reasoning_content} back with every message that has tool calls. */
        REASONING_WITH_CALLS,
        /** Thinking is a part of the content, and goes back as one. */
        THINKING_PARTS,
        /** A tool's result names the tool. */
        NAMED_RESULTS,
        /** Refuses a user's message right after a tool's result. */
        ANSWER_AFTER_RESULTS,
        /** Takes system messages only in front of all others. */
        SYSTEM_IN_FRONT
    }

    /** What providers make of JSON Schema. */
    private static final class Schemas {
        /** OpenAI's strict schemas: an object whose members are all required, and without these words. */
        static final SchemaDialect OPENAI_STRICT = new SchemaDialect(
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

        /** Anthropic's: members may be left out, and these words are unknown. */
        static final SchemaDialect ANTHROPIC = new SchemaDialect(
                "anthropic",
                true,
                false,
                Set.of(
                        "oneOf",
                        "not",
                        "if",
                        "then",
                        "else",
                        "dependentRequired",
                        "dependentSchemas",
                        "minimum",
                        "maximum",
                        "exclusiveMinimum",
                        "exclusiveMaximum",
                        "multipleOf",
                        "minLength",
                        "maxLength",
                        "maxItems",
                        "patternProperties",
                        "propertyNames",
                        "minProperties",
                        "maxProperties",
                        "unevaluatedProperties",
                        "unevaluatedItems",
                        "contains",
                        "minContains",
                        "maxContains",
                        "uniqueItems"));

        private Schemas() {}
    }
}
