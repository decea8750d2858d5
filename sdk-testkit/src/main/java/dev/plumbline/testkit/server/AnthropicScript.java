package dev.plumbline.testkit.server;

/** A script in Anthropic's Messages: blocks of thinking, text and tool_use, each with its start and stop. */
public final class AnthropicScript extends ServiceScript<AnthropicScript> {
    private AnthropicScript() {
        super(new AnthropicFormat());
    }

    /** An empty script. */
    public static AnthropicScript create() {
        return new AnthropicScript();
    }

    /**
     * A thinking block in front of what follows, in the same answer.
     *
     * @param signature what the service wants back unchanged
     */
    public AnthropicScript thinks(String text, String signature) {
        return reasoning(text, signature);
    }

    @Override
    AnthropicScript self() {
        return this;
    }
}
