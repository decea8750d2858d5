package dev.plumbline.testkit.server;

/** A script in OpenAI's Responses: items with an id each, events with names and sequence numbers. */
public final class OpenAiResponsesScript extends ServiceScript<OpenAiResponsesScript> {
    private OpenAiResponsesScript() {
        super(new OpenAiResponsesFormat());
    }

    /** An empty script. */
    public static OpenAiResponsesScript create() {
        return new OpenAiResponsesScript();
    }

    /**
     * A reasoning item in front of what follows, in the same answer.
     *
     * @param summary what may be shown
     * @param encrypted the reasoning as only the service can read it; empty leaves it away
     */
    public OpenAiResponsesScript reasons(String summary, String encrypted) {
        return reasoning(summary, encrypted);
    }

    @Override
    OpenAiResponsesScript self() {
        return this;
    }
}
