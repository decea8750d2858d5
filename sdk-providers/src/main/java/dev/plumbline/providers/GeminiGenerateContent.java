package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.BuiltInModels;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A provider for Google's {@code generateContent}, at the Gemini API or at Vertex AI. Thought signatures are kept in the
 * transcript as opaque data and sent back with the part that they came with. Encodes a call, sends it and decodes the
 * stream; retries and waits are policies around it. Thread-safe. Threads, connections and the timer are created by the
 * first call and released by {@link #close}.
 */
public final class GeminiGenerateContent extends ProviderClient {
    /**
     * The name of cached content, for example {@code cachedContents/abc}. It has the instructions and the tools, so those
     * of the call are not sent, with a note in the trace.
     */
    public static final TypedKey<String> CACHED_CONTENT = ProviderOptionKeys.CACHED_CONTENT;

    /** The names of the tools that may be called, an array; all tools are sent. */
    public static final TypedKey<Json> ALLOWED_TOOLS = ProviderOptionKeys.ALLOWED_TOOLS;

    /** Whether arguments must keep to the schemas of tools: the mode VALIDATED. */
    public static final TypedKey<Boolean> STRICT_TOOLS = ProviderOptionKeys.STRICT_TOOLS;

    /** Tools that the service runs, an array in its own form, for example {@code [{"googleSearch":{}}]}. */
    public static final TypedKey<Json> SERVER_TOOLS = ProviderOptionKeys.SERVER_TOOLS;

    private static final URI HOME = URI.create("https://generativelanguage.googleapis.com/v1beta");
    private static final Pattern PLACE = Pattern.compile("[a-z0-9][a-z0-9:.-]{0,62}");

    private GeminiGenerateContent(ProviderConfig wire) {
        super(ApiFormat.GEMINI, wire);
    }

    /**
     * Returns a builder for the Gemini API and its small default model, which may change with new versions of this
     * library.
     */
    public static ProviderBuilder<GeminiGenerateContent> builder() {
        return builder(BuiltInModels.defaultModel("gemini"));
    }

    /**
     * Returns a builder for {@code https://generativelanguage.googleapis.com/v1beta} with the id {@code gemini}; the key
     * is usually in {@code GEMINI_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<GeminiGenerateContent> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("gemini", defaultModel), HOME, address -> ServerDialect.GEMINI, GeminiGenerateContent::new);
    }

    /**
     * Returns a builder for Vertex AI with the id {@code vertex}. It needs a login, for example {@code
     * tokenSource(TokenSource.google())}; {@code apiKeyFromEnv} reads {@code GOOGLE_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @param project the id of the project in Google Cloud
     * @param location a region such as {@code europe-west4}, or {@code global}
     * @throws IllegalArgumentException if one of them is empty or has characters that an address cannot hold
     */
    public static ProviderBuilder<GeminiGenerateContent> vertex(String defaultModel, String project, String location) {
        String region = location.toLowerCase(Locale.ROOT);
        if (!PLACE.matcher(project).matches() || !PLACE.matcher(region).matches()) {
            throw new IllegalArgumentException(
                    "project and location have small letters, digits, '-', '.' and ':'; see the console of Google Cloud");
        }
        String host = region.equals("global") ? "" : region + "-";
        URI base = URI.create("https://" + host + "aiplatform.googleapis.com/v1/projects/" + project + "/locations/"
                + region + "/publishers/google");
        return new ProviderBuilder<>(
                new ModelId("vertex", defaultModel), base, address -> ServerDialect.VERTEX, GeminiGenerateContent::new);
    }
}
