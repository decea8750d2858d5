package dev.plumbline.providers;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ServerResponse;

/** Event streams for tests. */
final class SseSamples {
    static final String HELLO = data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}");
    static final String STOP = data("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
    static final String DONE = data("[DONE]");

    private SseSamples() {}

    static String data(String payload) {
        return "data: " + payload + "\n\n";
    }

    static String text(String words) {
        return data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words + "\"}}]}");
    }

    static ServerResponse stream(String... events) {
        return ServerResponse.stream(String.join("", events));
    }

    static ServerResponse whole() {
        return OpenAiChatScript.create().says("Hello", " there").stream(true);
    }

    static int length(String... events) {
        return String.join("", events).length();
    }
}
