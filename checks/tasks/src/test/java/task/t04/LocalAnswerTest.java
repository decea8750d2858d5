package task.t04;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import task.Seen;

class LocalAnswerTest {
    @Test
    void asks_the_server() {
        LeakDetector leaks = LeakDetector.watch();
        try (ScriptedServer server =
                ScriptedServer.openAiChat().answers(OpenAiChatScript.create().says("Twenty ", "square metres."))) {
            String answer = LocalAnswer.ask(server.address().toString(), "qwen3:8b", "How large is it?");
            assertEquals("Twenty square metres.", answer, "the answer");
            ServerRequest request = server.requests().get(0);
            assertEquals("/v1/chat/completions", request.target(), "the path of the request");
            assertEquals("qwen3:8b", request.json().get("model").asText(), "the model that was asked");
            assertTrue(request.text().contains("How large is it?"), "the question is not in the request");
            assertEquals(Optional.empty(), request.header("Authorization"), "a key was sent");
        }
        leaks.close();
    }

    @Test
    void nothing_listens() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String read = LocalAnswer.ask("http://127.0.0.1:" + port + "/v1", "qwen3", "How large is it?");
        Seen.assertSentence(read);
        assertTrue(read.contains(Integer.toString(port)), "the user cannot know what to start: " + read);
    }

    @Test
    void the_server_does_not_know_the_model() {
        String body = "{\"error\": {\"message\": \"no such model\", \"code\": \"model_not_found\"}}";
        try (ScriptedServer server =
                ScriptedServer.openAiChat().answers(ServerResponse.json(body).withStatus(404))) {
            Seen.assertSentence(LocalAnswer.ask(server.address().toString(), "qwen9", "How large is it?"));
        }
    }
}
