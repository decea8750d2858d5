package dev.plumbline.providers.format;

import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import java.util.Map;
import java.util.Set;

/** The keys of options of a single provider; published by the class of that provider. */
public final class ProviderOptionKeys {
    public static final TypedKey<String> SERVICE_TIER = TypedKey.of("openai.service_tier", String.class);
    public static final TypedKey<Boolean> STORE = TypedKey.of("openai.store", Boolean.class);
    public static final TypedKey<String> REASONING_SUMMARY = TypedKey.of("openai.reasoning_summary", String.class);
    public static final TypedKey<String> PROMPT_CACHE_KEY = TypedKey.of("openai.prompt_cache_key", String.class);
    public static final TypedKey<String> VERBOSITY = TypedKey.of("openai.verbosity", String.class);
    public static final TypedKey<Json> ALLOWED_TOOLS = TypedKey.of("openai.allowed_tools", Json.class);
    public static final TypedKey<Boolean> STRICT_TOOLS = TypedKey.of("providers.strict_tools", Boolean.class);
    public static final TypedKey<Json> SERVER_TOOLS = TypedKey.of("providers.server_tools", Json.class);
    public static final TypedKey<Boolean> CITATIONS = TypedKey.of("anthropic.citations", Boolean.class);

    public static final TypedKey<Boolean> DROP_CHANGED_THINKING =
            TypedKey.of("anthropic.drop_changed_thinking", Boolean.class);

    public static final TypedKey<Integer> CONTEXT_SIZE = TypedKey.of("ollama.num_ctx", Integer.class);
    public static final TypedKey<String> KEEP_ALIVE = TypedKey.of("ollama.keep_alive", String.class);
    public static final TypedKey<String> CACHED_CONTENT = TypedKey.of("gemini.cached_content", String.class);

    /** The names of the formats. */
    public static final String CHAT = "chat";

    public static final String RESPONSES = "responses";
    public static final String MESSAGES = "messages";
    public static final String GEMINI = "gemini";
    public static final String OLLAMA = "ollama";
    public static final String BEDROCK = "bedrock";

    private ProviderOptionKeys() {}

    /** Returns whether requests of that format have the option. */
    static boolean has(String format, TypedKey<?> key) {
        return Formats.OF.getOrDefault(key, Set.of()).contains(format);
    }

    /** The formats that have each option; loaded by the first call with an option. */
    private static final class Formats {
        private static final Map<TypedKey<?>, Set<String>> OF = Map.ofEntries(
                Map.entry(SERVICE_TIER, Set.of(CHAT, RESPONSES)),
                Map.entry(STORE, Set.of(RESPONSES)),
                Map.entry(REASONING_SUMMARY, Set.of(RESPONSES)),
                Map.entry(PROMPT_CACHE_KEY, Set.of(CHAT, RESPONSES)),
                Map.entry(VERBOSITY, Set.of(CHAT, RESPONSES)),
                Map.entry(ALLOWED_TOOLS, Set.of(CHAT, RESPONSES, GEMINI)),
                Map.entry(STRICT_TOOLS, Set.of(CHAT, RESPONSES, MESSAGES, GEMINI, BEDROCK)),
                Map.entry(SERVER_TOOLS, Set.of(MESSAGES, RESPONSES, GEMINI, BEDROCK)),
                Map.entry(CITATIONS, Set.of(MESSAGES, BEDROCK)),
                Map.entry(DROP_CHANGED_THINKING, Set.of(MESSAGES, BEDROCK)),
                Map.entry(CONTEXT_SIZE, Set.of(OLLAMA)),
                Map.entry(KEEP_ALIVE, Set.of(OLLAMA)),
                Map.entry(CACHED_CONTENT, Set.of(GEMINI)));
    }
}
