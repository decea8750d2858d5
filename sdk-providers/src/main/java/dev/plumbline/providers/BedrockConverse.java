package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;
import java.util.regex.Pattern;

/**
 * A provider for Converse of Amazon Bedrock. Signed reasoning is kept in the transcript as opaque data and sent back.
 * Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Thread-safe. Threads,
 * connections and the timer are created by the first call and released by {@link #close}.
 */
public final class BedrockConverse extends ProviderClient {
    /** Whether arguments must keep to the schemas of tools, for models that can. */
    public static final TypedKey<Boolean> STRICT_TOOLS = ProviderOptionKeys.STRICT_TOOLS;

    /**
     * Tools that the service runs, an array in its own form, for example {@code [{"systemTool":{"name":"nova_grounding"}}]}.
     */
    public static final TypedKey<Json> SERVER_TOOLS = ProviderOptionKeys.SERVER_TOOLS;

    /** Whether documents are cited in the answer. */
    public static final TypedKey<Boolean> CITATIONS = ProviderOptionKeys.CITATIONS;

    /**
     * Whether the service is always asked to drop thinking that no longer fits the content before it. Without this
     * option it is asked once it has refused a request of the conversation. On accounts created before 31 August 2026
     * the service checks only requests that ask for it, so the option may cost thinking that is read otherwise.
     */
    public static final TypedKey<Boolean> DROP_CHANGED_THINKING = ProviderOptionKeys.DROP_CHANGED_THINKING;

    private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-\\d{1,2}");

    private BedrockConverse(ProviderConfig wire) {
        super(ApiFormat.BEDROCK, wire);
    }

    /**
     * Returns a builder for the region of the environment: {@code AWS_REGION}, {@code AWS_DEFAULT_REGION}, or that of the
     * profile.
     *
     * @param defaultModel the model of calls that name none
     * @throws AiException CONFIGURATION {@code no-region} if there is none
     */
    public static ProviderBuilder<BedrockConverse> builder(String defaultModel) {
        return builder(
                defaultModel,
                AwsLogin.region(System::getenv)
                        .orElseThrow(() -> new AiException(AiError.of(
                                AiError.Category.CONFIGURATION,
                                "no-region",
                                "no region of AWS is known: set AWS_REGION, or name it in BedrockConverse.builder"))));
    }

    /**
     * Returns a builder with the id {@code bedrock}. It needs a login, for example {@code
     * tokenSource(TokenSource.aws())}, or a key of Bedrock, which is usually in {@code AWS_BEARER_TOKEN_BEDROCK}.
     *
     * @param defaultModel the model of calls that name none: its id, that of an inference profile such as {@code
     *     eu.anthropic.claude-sonnet-4-6}, or an ARN
     * @param region the region whose models are used, for example {@code eu-central-1}; also of a {@code baseUrl}
     * @throws IllegalArgumentException if the model is empty, or the region has another form
     */
    public static ProviderBuilder<BedrockConverse> builder(String defaultModel, String region) {
        if (!REGION.matcher(region).matches()) {
            throw new IllegalArgumentException("a region of AWS has a form such as eu-central-1");
        }
        URI home = URI.create(
                "https://bedrock-runtime." + region + ".amazonaws.com" + (region.startsWith("cn-") ? ".cn" : ""));
        return new ProviderBuilder<>(
                        new ModelId("bedrock", defaultModel),
                        home,
                        address -> ServerDialect.BEDROCK,
                        BedrockConverse::new)
                .region(region);
    }
}
