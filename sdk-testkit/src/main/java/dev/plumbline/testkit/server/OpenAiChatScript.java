package dev.plumbline.testkit.server;

/** A script in OpenAI's chat completions. Usage is streamed when the request includes it. */
public final class OpenAiChatScript extends ServiceScript<OpenAiChatScript> {
    private OpenAiChatScript() {
        super(new ChatCompletionsFormat());
    }

    /** An empty script. */
    public static OpenAiChatScript create() {
        return new OpenAiChatScript();
    }

    /** The next answer as a stream, with or without its usage. */
    public ServerResponse stream(boolean withUsage) {
        return answer(ChatCompletionsFormat.streamRequest(withUsage));
    }

    @Override
    OpenAiChatScript self() {
        return this;
    }
}
