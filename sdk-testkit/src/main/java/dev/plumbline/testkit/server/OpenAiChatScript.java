package dev.plumbline.testkit.server;

/** A scripted service with OpenAI's chat completions. Usage is streamed if the request asks for it. */
public final class OpenAiChatScript extends ServiceScript<OpenAiChatScript> {
    private OpenAiChatScript() {
        super(new ChatCompletionsFormat());
    }

    /** Returns an empty script. */
    public static OpenAiChatScript create() {
        return new OpenAiChatScript();
    }

    /** Returns the next answer as a stream, with or without its usage; as {@link #stream()}. */
    public ServerResponse stream(boolean withUsage) {
        return streamed(ChatCompletionsFormat.streamRequest(withUsage));
    }

    @Override
    OpenAiChatScript self() {
        return this;
    }
}
