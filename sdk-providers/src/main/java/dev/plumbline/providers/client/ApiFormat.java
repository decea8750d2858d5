package dev.plumbline.providers.client;

import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.anthropic.AnthropicDecoder;
import dev.plumbline.providers.anthropic.AnthropicEncoder;
import dev.plumbline.providers.anthropic.AnthropicVersion;
import dev.plumbline.providers.bedrock.BedrockDecoder;
import dev.plumbline.providers.bedrock.BedrockEncoder;
import dev.plumbline.providers.chat.ChatCompletionsDecoder;
import dev.plumbline.providers.chat.ChatCompletionsEncoder;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.gemini.GeminiDecoder;
import dev.plumbline.providers.gemini.GeminiEncoder;
import dev.plumbline.providers.ollama.OllamaDecoder;
import dev.plumbline.providers.ollama.OllamaEncoder;
import dev.plumbline.providers.responses.OpenAiResponsesDecoder;
import dev.plumbline.providers.responses.OpenAiResponsesEncoder;
import java.net.URI;
import java.util.Map;

/** An API format: the path of its requests, its encoder and its decoder. */
public enum ApiFormat {
    /** OpenAI chat completions and compatible servers. */
    CHAT("/chat/completions") {
        @Override
        public RequestEncoder encoder(ProviderConfig wire) {
            return new ChatCompletionsEncoder(wire.id(), wire.dialect());
        }

        @Override
        AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names) {
            return new ChatCompletionsDecoder(answer, names);
        }
    },
    /** Anthropic messages. */
    MESSAGES("/messages") {
        @Override
        Map<String, String> headers(ProviderConfig wire) {
            return Map.of(
                    "anthropic-version",
                    AnthropicVersion.of(wire.apiVersion(), wire.base()).date());
        }

        @Override
        String keyHeader(ProviderConfig wire) {
            return AnthropicVersion.of(wire.apiVersion(), wire.base()).keyHeader();
        }

        @Override
        String modelsPath() {
            return "/models?limit=1000";
        }

        @Override
        public RequestEncoder encoder(ProviderConfig wire) {
            return new AnthropicEncoder(wire.id(), AnthropicVersion.of(wire.apiVersion(), wire.base()), wire.dialect());
        }

        @Override
        AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names) {
            return new AnthropicDecoder(answer, names);
        }
    },
    /** OpenAI responses. */
    RESPONSES("/responses") {
        @Override
        public RequestEncoder encoder(ProviderConfig wire) {
            return new OpenAiResponsesEncoder(wire.id(), wire.dialect());
        }

        @Override
        AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names) {
            return new OpenAiResponsesDecoder(answer, names);
        }
    },
    /** Google's generateContent, at the Gemini API and at Vertex AI. */
    GEMINI("") {
        @Override
        URI address(ProviderConfig wire, String model, boolean streamed) {
            String named = model.contains("/") ? model : "models/" + model;
            String method = streamed ? ":streamGenerateContent" : ":generateContent";
            URI address = EndpointUrls.below(wire.base(), "/" + EndpointUrls.segments(named) + method);
            return streamed ? URI.create(address + (address.getRawQuery() == null ? "?" : "&") + "alt=sse") : address;
        }

        @Override
        boolean hasOneAddress() {
            return false;
        }

        @Override
        String modelsPath() {
            return "/models?pageSize=1000";
        }

        @Override
        public RequestEncoder encoder(ProviderConfig wire) {
            return new GeminiEncoder(wire.id());
        }

        @Override
        AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names) {
            return new GeminiDecoder(answer, names);
        }
    },
    /** Ollama's own chat, in lines of JSON. */
    OLLAMA("/api/chat") {
        @Override
        String modelsPath() {
            return "/api/tags";
        }

        @Override
        public RequestEncoder encoder(ProviderConfig wire) {
            return new OllamaEncoder();
        }

        @Override
        AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names) {
            return new OllamaDecoder(answer, names);
        }
    },
    /** Converse of Amazon Bedrock. */
    BEDROCK("") {
        @Override
        URI address(ProviderConfig wire, String model, boolean streamed) {
            return EndpointUrls.below(
                    wire.base(),
                    "/model/" + EndpointUrls.segment(model) + (streamed ? "/converse-stream" : "/converse"));
        }

        @Override
        boolean hasOneAddress() {
            return false;
        }

        @Override
        String modelsPath() {
            return "/foundation-models";
        }

        /** The list is at another host than the models. */
        @Override
        URI models(ProviderConfig wire) {
            URI listed = super.models(wire);
            return URI.create(listed.toString().replaceFirst("^https://bedrock-runtime", "https://bedrock"));
        }

        @Override
        String streamType() {
            return "application/vnd.amazon.eventstream";
        }

        @Override
        public RequestEncoder encoder(ProviderConfig wire) {
            return new BedrockEncoder(wire.id(), wire.dialect());
        }

        @Override
        AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names) {
            return new BedrockDecoder(answer, names);
        }
    };

    private final String path;

    ApiFormat(String path) {
        this.path = path;
    }

    /**
     * Returns the address of a request.
     *
     * @param model the model of the call, which is a part of some addresses
     */
    URI address(ProviderConfig wire, String model, boolean streamed) {
        return EndpointUrls.below(wire.base(), path);
    }

    /** Returns whether the address is the same for every model. */
    boolean hasOneAddress() {
        return true;
    }

    /** Returns the path of the list of models. */
    String modelsPath() {
        return "/models";
    }

    /** Returns the address of the list of models. */
    URI models(ProviderConfig wire) {
        return EndpointUrls.below(wire.base(), modelsPath());
    }

    /** Returns the media type of its streams. */
    String streamType() {
        return "text/event-stream";
    }

    /** Returns the additional headers of every request. */
    Map<String, String> headers(ProviderConfig wire) {
        return Map.of();
    }

    /** Returns the name of the header with the key; {@code Authorization} means a bearer token. */
    String keyHeader(ProviderConfig wire) {
        return wire.dialect().keyHeader();
    }

    /** Creates the encoder of requests to that server. */
    public abstract RequestEncoder encoder(ProviderConfig wire);

    /** Creates the decoder of one answer; {@code names} is shared with other answers. */
    public AnswerDecoder decoder(AnswerAssembler answer, JsonNameCache names) {
        return new AnswerDecoder(reader(answer, names), answer);
    }

    /** Creates the reader of the documents of one answer. */
    abstract AnswerDecoder.Reader reader(AnswerAssembler answer, JsonNameCache names);
}
