package dev.plumbline.providers.format;

import dev.plumbline.http.internal.EndpointUrls;
import java.net.URI;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The differences of one server from others, as data; no other class refers to servers by name.
 *
 * @param name the name for users
 * @param place the suffix of its host, or {@code :port} on this machine; empty if it has no known address
 * @param keyVariable the environment variable that usually has its key
 * @param keyHeader the header with the key; {@code Authorization} means a bearer token
 * @param words its names of members that all servers have
 * @param traits its features
 * @param schemas what it takes of JSON Schema
 */
public record ServerDialect(
        String name,
        String place,
        String keyVariable,
        String keyHeader,
        MemberNames words,
        Set<Feature> traits,
        AcceptedSchemas schemas) {

    private static final String BEARER = "Authorization";
    private static final String OPENAI_KEY = "OPENAI_API_KEY";
    private static final ToolCallIdMapper.Rule UP_TO_40 = ToolCallIdMapper.Rule.of("[!-~]{1,40}", 40);

    private static final MemberNames NEW_WORDS = new MemberNames("max_completion_tokens", "seed", "required", UP_TO_40);
    private static final MemberNames OLD_WORDS = new MemberNames("max_tokens", "seed", "required", UP_TO_40);
    private static final MemberNames MISTRAL_WORDS =
            new MemberNames("max_tokens", "random_seed", "any", ToolCallIdMapper.Rule.of("[a-zA-Z0-9]{9}", 9));

    /** The features of servers of chat completions that are not known to differ. */
    private static final Set<Feature> USUAL =
            Set.of(Feature.STREAM_OPTIONS, Feature.ANSWER_SCHEMA, Feature.REASONING_EFFORT);

    /** OpenAI itself. */
    public static final ServerDialect OPENAI = new ServerDialect(
            "openai",
            "api.openai.com",
            OPENAI_KEY,
            BEARER,
            NEW_WORDS,
            plus(plus(USUAL, Feature.SERVICE_TIER), Feature.OPENAI_MODELS),
            AcceptedSchemas.OPENAI);

    /** Anthropic; its format uses only the key and the schemas of a dialect. */
    public static final ServerDialect ANTHROPIC = new ServerDialect(
            "anthropic",
            "api.anthropic.com",
            "ANTHROPIC_API_KEY",
            "x-api-key",
            OLD_WORDS,
            Set.of(),
            AcceptedSchemas.ANTHROPIC);

    /** Mistral, which refuses unknown members. */
    public static final ServerDialect MISTRAL = new ServerDialect(
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
            AcceptedSchemas.OPENAI);

    /** DeepSeek, which supports JSON mode but no schema. */
    public static final ServerDialect DEEPSEEK = new ServerDialect(
            "deepseek",
            "api.deepseek.com",
            "DEEPSEEK_API_KEY",
            BEARER,
            OLD_WORDS,
            Set.of(Feature.STREAM_OPTIONS, Feature.THINKING_SWITCH, Feature.REASONING_WITH_CALLS),
            AcceptedSchemas.DEEPSEEK);

    /** The Gemini API; its format uses only the key and the schemas of a dialect. */
    public static final ServerDialect GEMINI = google("gemini", "generativelanguage.googleapis.com", "GEMINI_API_KEY");

    /** Vertex AI, which has the format of the Gemini API. */
    public static final ServerDialect VERTEX = google("vertex", "aiplatform.googleapis.com", "GOOGLE_API_KEY");

    /** Amazon Bedrock; its format uses only the key and the schemas of a dialect. */
    public static final ServerDialect BEDROCK = new ServerDialect(
            "bedrock",
            ".amazonaws.com",
            "AWS_BEARER_TOKEN_BEDROCK",
            BEARER,
            OLD_WORDS,
            Set.of(),
            AcceptedSchemas.ANTHROPIC);

    /** Ollama in its own format, which uses only the key of a dialect. */
    public static final ServerDialect OLLAMA = new ServerDialect(
            "ollama", ":11434", "OLLAMA_API_KEY", BEARER, OLD_WORDS, Set.of(), AcceptedSchemas.OLLAMA);

    /** Any other server. */
    private static final ServerDialect COMPATIBLE = local("compatible", "");

    private static final List<ServerDialect> ALL = List.of(
            OPENAI,
            new ServerDialect(
                    "azure",
                    ".azure.com",
                    "AZURE_OPENAI_API_KEY",
                    "api-key",
                    NEW_WORDS,
                    plus(USUAL, Feature.OPENAI_MODELS),
                    AcceptedSchemas.OPENAI),
            new ServerDialect("groq", "api.groq.com", "GROQ_API_KEY", BEARER, NEW_WORDS, USUAL, AcceptedSchemas.GROQ),
            new ServerDialect(
                    "openrouter",
                    "openrouter.ai",
                    "OPENROUTER_API_KEY",
                    BEARER,
                    OLD_WORDS,
                    plus(USUAL, Feature.REASONING_DETAILS),
                    AcceptedSchemas.OPENAI),
            MISTRAL,
            DEEPSEEK,
            ANTHROPIC,
            local("ollama", ":11434"),
            local("lm-studio", ":1234"),
            local("llama.cpp", ":8080"),
            local("vllm", ":8000"),
            COMPATIBLE);

    private static ServerDialect google(String name, String host, String key) {
        return new ServerDialect(name, host, key, "x-goog-api-key", OLD_WORDS, Set.of(), AcceptedSchemas.GOOGLE);
    }

    private static ServerDialect local(String name, String port) {
        return new ServerDialect(
                name,
                port,
                OPENAI_KEY,
                BEARER,
                OLD_WORDS,
                plus(plus(USUAL, Feature.REASONING_OF_FAMILIES), Feature.ALTERNATING),
                AcceptedSchemas.UNKNOWN);
    }

    private static Set<Feature> plus(Set<Feature> traits, Feature more) {
        Set<Feature> all = EnumSet.of(more);
        all.addAll(traits);
        return Collections.unmodifiableSet(all);
    }

    /**
     * Returns the dialect of that name.
     *
     * @throws IllegalArgumentException if there is none; lists the names
     */
    public static ServerDialect of(String name) {
        return ALL.stream()
                .filter(dialect -> dialect.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no dialect of that name; there are "
                        + ALL.stream().map(ServerDialect::name).collect(Collectors.joining(", "))));
    }

    /** Returns the dialect of a known address; the common dialect for any other. */
    public static ServerDialect guess(URI base) {
        for (ServerDialect dialect : ALL) {
            if (dialect.isAt(base)) {
                return dialect;
            }
        }
        return COMPATIBLE;
    }

    private boolean isAt(URI base) {
        if (place.startsWith(":")) {
            return (EndpointUrls.isLoopback(base) || EndpointUrls.isPlain(base))
                    && (":" + base.getPort()).equals(place);
        }
        String host = Optional.ofNullable(base.getHost()).orElse("").toLowerCase(Locale.ROOT);
        return !place.isEmpty() && (host.equals(place) || (place.startsWith(".") && host.endsWith(place)));
    }

    /** Returns the name of the service or program for users; the id of the provider if it has none. */
    public String displayName(String id) {
        return switch (name) {
            case "openai" -> "OpenAI";
            case "azure" -> "Azure OpenAI";
            case "anthropic" -> "Anthropic";
            case "groq" -> "Groq";
            case "openrouter" -> "OpenRouter";
            case "mistral" -> "Mistral";
            case "deepseek" -> "DeepSeek";
            case "gemini" -> "Gemini";
            case "vertex" -> "Vertex AI";
            case "bedrock" -> "Amazon Bedrock";
            case "ollama" -> "Ollama";
            case "lm-studio" -> "LM Studio";
            case "llama.cpp" -> "llama.cpp";
            case "vllm" -> "vLLM";
            default -> id;
        };
    }

    /** Returns whether it is a program that users start themselves. */
    public boolean isLocalServer() {
        return place.startsWith(":");
    }

    public boolean has(Feature trait) {
        return traits.contains(trait);
    }

    /** Returns a copy with an additional feature. */
    public ServerDialect with(Feature trait) {
        return new ServerDialect(name, place, keyVariable, keyHeader, words, plus(traits, trait), schemas);
    }

    /**
     * A server's names of members that all servers have.
     *
     * @param maxTokens the member that limits the answer
     * @param seed the member that makes the answer reproducible
     * @param mustCall the value that forces a tool call
     * @param callIds the rule for valid ids of tool calls
     */
    public record MemberNames(String maxTokens, String seed, String mustCall, ToolCallIdMapper.Rule callIds) {}

    /** The features that only some servers support or require. */
    public enum Feature {
        /** Does not stream: sends the answer as a whole. */
        WHOLE_ANSWERS,
        /** Sends usage at the end of a stream on request. */
        STREAM_OPTIONS,
        /** Accepts the schema of an answer; a dialect without it has JSON mode and is sent the schema as text. */
        ANSWER_SCHEMA,
        /** Accepts the reasoning effort as {@code reasoning_effort}. */
        REASONING_EFFORT,
        /** Supports high reasoning effort or none, and nothing in between. */
        TWO_EFFORTS,
        /** Accepts {@code service_tier}. */
        SERVICE_TIER,
        /** Requires {@code reasoning_details} to be sent back. */
        REASONING_DETAILS,
        /** Switches thinking with {@code thinking}; accepts an effort only if it is on. */
        THINKING_SWITCH,
        /** Requires {@code reasoning_content} to be sent back with every message that has tool calls. */
        REASONING_WITH_CALLS,
        /** Accepts {@code reasoning_content} of the models whose family wants it back with its tool calls. */
        REASONING_OF_FAMILIES,
        /** Sends thinking as a part of the content, and accepts it as one. */
        THINKING_PARTS,
        /** Requires the tool's name in its result. */
        NAMED_RESULTS,
        /** Refuses a user's message right after a tool's result. */
        ANSWER_AFTER_RESULTS,
        /** Accepts system messages only before all others. */
        SYSTEM_IN_FRONT,
        /** May run a template of a model that refuses two messages of the user in a row. */
        ALTERNATING,
        /** Serves OpenAI's own models by OpenAI's rules; gateways have rules of their own. */
        OPENAI_MODELS,
        /** Fails before sending if a call has an option that cannot be sent. */
        FAILS_ON_UNSUPPORTED,
        /** Leaves out attachments of the newest message that cannot be sent, instead of failing before sending. */
        LEAVES_OUT_MEDIA
    }
}
