package dev.plumbline.integration.accepted;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.BedrockConverse;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A service and its encoder, which sends nothing.
 *
 * @param name as {@link ServiceRefusals} names it
 * @param provider its provider
 * @param encoder writes the body of a request
 */
public record EncodingService(String name, AiProvider provider, Function<AiCall, byte[]> encoder) {

    /** Returns a service by its name, for a model, which sends whole answers. */
    public static EncodingService of(String name, String model) {
        return of(name, model, false);
    }

    /** Returns a service by its name, for a model. */
    public static EncodingService of(String name, String model, boolean streamed) {
        switch (name) {
            case "responses" -> {
                OpenAiResponses responses = built(streamed, OpenAiResponses.builder(model));
                return new EncodingService(name, responses, responses::encode);
            }
            case "anthropic" -> {
                AnthropicMessages anthropic = built(streamed, AnthropicMessages.builder(model));
                return new EncodingService(name, anthropic, anthropic::encode);
            }
            case "gemini" -> {
                GeminiGenerateContent gemini = built(streamed, GeminiGenerateContent.builder(model));
                return new EncodingService(name, gemini, gemini::encode);
            }
            case "bedrock" -> {
                BedrockConverse bedrock = built(streamed, BedrockConverse.builder(model, "eu-central-1"));
                return new EncodingService(name, bedrock, bedrock::encode);
            }
            case "ollama" -> {
                OllamaChat ollama =
                        OllamaChat.builder(model).streaming(streamed).build();
                return new EncodingService(name, ollama, ollama::encode);
            }
            default -> {
                String dialect = switch (name) {
                    case "anthropic-chat" -> "anthropic";
                    case "local" -> "vllm";
                    case "unknown" -> "compatible";
                    default -> name;
                };
                OpenAiChat chat = built(streamed, OpenAiChat.builder(model).dialect(dialect));
                return new EncodingService(name, chat, chat::encode);
            }
        }
    }

    private static <P extends AiProvider> P built(boolean streamed, ProviderBuilder<P> builder) {
        return builder.apiKey(Secret.of(new char[] {'k'})).streaming(streamed).build();
    }

    /** Returns how the schema of an answer is sent: {@code strict}, {@code unstrict} or in {@code words}. */
    public static String how(Json request) {
        Json strict = request.at("/response_format/json_schema/strict");
        Json other = strict.exists() ? strict : request.at("/text/format/strict");
        if (other.exists()) {
            return other.asBoolean() ? "strict" : "unstrict";
        }
        boolean inPlace = request.at("/output_config/format").exists()
                || request.at("/outputConfig/textFormat").exists()
                || request.at("/generationConfig/responseJsonSchema").exists()
                || request.get("format").exists();
        return inPlace ? "strict" : "words";
    }

    /** Returns the body of the request for a call, with the model, which some services have in the address. */
    public Json request(AiCall call) {
        return Json.parse(new String(encoder.apply(call), StandardCharsets.UTF_8))
                .with("model", call.model().name());
    }
}
