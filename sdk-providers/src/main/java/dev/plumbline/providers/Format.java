package dev.plumbline.providers;

import dev.plumbline.json.JsonNames;
import java.util.Map;

/** A wire format: where its requests go, what they are made of, and who reads the answers. */
enum Format {
    /** OpenAI chat completions and all that speaks them. */
    CHAT("/chat/completions") {
        @Override
        Encoder encoder(Wire wire) {
            return new ChatEncoder(wire.id(), wire.dialect());
        }

        @Override
        Decoder decoder(Answer answer, JsonNames names) {
            return new ChatDecoder(answer, names);
        }
    },
    /** Anthropic messages. */
    MESSAGES("/messages") {
        @Override
        Map<String, String> headers() {
            return Map.of("anthropic-version", "2023-06-01");
        }

        @Override
        Encoder encoder(Wire wire) {
            return new MessagesEncoder(wire.id());
        }

        @Override
        Decoder decoder(Answer answer, JsonNames names) {
            return new MessagesDecoder(answer, names);
        }
    },
    /** OpenAI responses. */
    RESPONSES("/responses") {
        @Override
        Encoder encoder(Wire wire) {
            return new ResponsesEncoder(wire.id());
        }

        @Override
        Decoder decoder(Answer answer, JsonNames names) {
            return new ResponsesDecoder(answer, names);
        }
    };

    private final String path;

    Format(String path) {
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
    abstract Encoder encoder(Wire wire);

    /** Who reads one answer, whose members have such names as those of others. */
    abstract Decoder decoder(Answer answer, JsonNames names);

    /** The format of the recordings in a folder; in a folder of mixed ones the name of the file determines it. */
    static Format of(String folder, String file) {
        if (folder.startsWith("anthropic")) {
            return MESSAGES;
        }
        return (folder + "/" + file).contains("responses") ? RESPONSES : CHAT;
    }
}
