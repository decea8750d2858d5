package dev.plumbline.providers;

import dev.plumbline.json.JsonNameCache;
import java.util.Map;

/** A wire format: where its requests go, what they are made of, and who reads the answers. */
enum ApiFormat {
    /** OpenAI chat completions and all that speaks them. */
    CHAT("/chat/completions") {
        @Override
        RequestEncoder encoder(ProviderConfig wire) {
            return new ChatCompletionsEncoder(wire.id(), wire.dialect());
        }

        @Override
        AnswerDecoder decoder(AnswerAssembler answer, JsonNameCache names) {
            return new ChatCompletionsDecoder(answer, names);
        }
    },
    /** Anthropic messages. */
    MESSAGES("/messages") {
        @Override
        Map<String, String> headers() {
            return Map.of("anthropic-version", "2023-06-01");
        }

        @Override
        RequestEncoder encoder(ProviderConfig wire) {
            return new AnthropicEncoder(wire.id());
        }

        @Override
        AnswerDecoder decoder(AnswerAssembler answer, JsonNameCache names) {
            return new AnthropicDecoder(answer, names);
        }
    },
    /** OpenAI responses. */
    RESPONSES("/responses") {
        @Override
        RequestEncoder encoder(ProviderConfig wire) {
            return new OpenAiResponsesEncoder(wire.id());
        }

        @Override
        AnswerDecoder decoder(AnswerAssembler answer, JsonNameCache names) {
            return new OpenAiResponsesDecoder(answer, names);
        }
    };

    private final String path;

    ApiFormat(String path) {
        this.path = path;
    }

    /** The path below a server's base address. */
    String path() {
        return path;
    }

    /** What every request says besides. */
    Map<String, String> headers() {
        return Map.of();
    }

    /** Who writes requests to that server. */
    abstract RequestEncoder encoder(ProviderConfig wire);

    /** Who reads one answer, whose members have such names as those of others. */
    abstract AnswerDecoder decoder(AnswerAssembler answer, JsonNameCache names);

    /** The format of the recordings in a folder; in a folder of mixed ones the name of the file determines it. */
    static ApiFormat of(String folder, String file) {
        if (folder.startsWith("anthropic")) {
            return MESSAGES;
        }
        return (folder + "/" + file).contains("responses") ? RESPONSES : CHAT;
    }
}
