package dev.plumbline.testkit.server;

/** A script in OpenAI's chat completions. Usage is streamed when the request includes it. */
public final class OpenAiChatScript extends WireScript<OpenAiChatScript> {
    private OpenAiChatScript() {
        super(new ChatWire());
    }

    /** An empty script. */
    public static OpenAiChatScript create() {
        return new OpenAiChatScript();
    }

    /** The next answer as a stream, with or without its usage. */
    public ServerAnswer stream(boolean withUsage) {
        return answer(ChatWire.streamRequest(withUsage));
    }

    @Override
    OpenAiChatScript self() {
        return this;
    }
}
