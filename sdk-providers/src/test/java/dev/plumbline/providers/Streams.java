package dev.plumbline.providers;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ServerAnswer;

/** Event streams for tests. */
final class Streams {
    static final String HELLO = data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}");
    static final String STOP = data("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
    static final String DONE = data("[DONE]");

    private Streams() {}

    static String data(String payload) {
        return "data: " + payload + "\n\n";
    }

    static String text(String words) {
        return data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words + "\"}}]}");
    }

    static ServerAnswer stream(String... events) {
        return ServerAnswer.stream(String.join("", events));
    }

    static ServerAnswer whole() {
        return OpenAiChatScript.create().says("Hello", " there").stream(true);
    }

    static int length(String... events) {
        return String.join("", events).length();
    }
}
