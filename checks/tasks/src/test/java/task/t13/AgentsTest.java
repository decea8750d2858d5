package task.t13;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsTest {
    private static final String REVISION = "2025-11-25";

    @TempDir
    Path home;

    private final Map<String, Integer> walls = new ConcurrentHashMap<>(Map.of("wall-1", 4000, "wall-2", 2500));
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private AutoCloseable server = () -> {};

    private final String ownHome = System.getProperty("user.home");

    @BeforeEach
    void moveIn() {
        System.setProperty("user.home", home.toString());
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        System.setProperty("user.home", ownHome);
    }

    private Agent serve(Predicate<String> person) throws IOException {
        server = Agents.serve(walls, text -> {
            asked.add(text);
            return person.test(text);
        });
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file);
                if (text.contains("\"token\"")) {
                    Json access = Json.parse(text);
                    return new Agent(
                            URI.create(access.get("url").asText()),
                            access.get("token").asText());
                }
            }
        }
        throw new AssertionError("there is no access file below " + home);
    }

    /** A small client of the protocol. */
    private static final class Agent {
        private final HttpClient http = HttpClient.newHttpClient();
        private final URI url;
        private final String token;
        private String session = "";
        private int id;

        Agent(URI url, String token) {
            this.url = url;
            this.token = token;
        }

        private HttpResponse<String> post(Json message) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(url)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("Authorization", "Bearer " + token)
                    .POST(HttpRequest.BodyPublishers.ofString(message.text()));
            if (!session.isEmpty()) {
                request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", REVISION);
            }
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        private Json message(String method, Json params) {
            return Json.object().with("jsonrpc", "2.0").with("method", method).with("params", params);
        }

        /** Connects, and returns the status of the answer. */
        int connect(String name) throws Exception {
            Json params = Json.object()
                    .with("protocolVersion", REVISION)
                    .with("capabilities", Json.object())
                    .with("clientInfo", Json.object().with("name", name).with("version", "1"));
            HttpResponse<String> answer = post(message("initialize", params).with("id", ++id));
            session = answer.headers().firstValue("Mcp-Session-Id").orElse("");
            if (answer.statusCode() == 200) {
                post(message("notifications/initialized", Json.object()));
            }
            return answer.statusCode();
        }

        Json request(String method, Json params) throws Exception {
            HttpResponse<String> answer = post(message(method, params).with("id", ++id));
            String body = answer.body();
            if (answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
                body = body.lines()
                        .filter(line -> line.startsWith("data:"))
                        .map(line -> line.substring(5))
                        .filter(line -> line.contains("\"result\"") || line.contains("\"error\""))
                        .reduce("", (first, last) -> last);
            }
            return Json.parse(body).get("result");
        }

        Json call(String tool, Map<String, String> arguments) throws Exception {
            return request("tools/call", Json.object().with("name", tool).with("arguments", Json.of(arguments)));
        }
    }

    private static boolean failed(Json result) {
        return result.get("isError").exists() && result.get("isError").asBoolean();
    }

    @Test
    void a_known_agent_looks() throws Exception {
        Agent agent = serve(text -> false);
        assertEquals(200, agent.connect("claude-code"), "claude-code should be let in");
        Json tools = agent.request("tools/list", Json.object()).get("tools");
        Json list = tool(tools, "listWalls");
        assertTrue(list.get("annotations").get("readOnlyHint").asBoolean(), "listWalls changes nothing, says no hint");
        Json remove = tool(tools, "removeWall");
        assertTrue(remove.get("annotations").get("destructiveHint").asBoolean(), "removeWall deletes, says no hint");
        Json result = agent.call("listWalls", Map.of());
        assertFalse(failed(result), "listWalls fails: " + result.text());
        assertTrue(result.text().contains("wall-1") && result.text().contains("4000"), "walls: " + result.text());
        assertEquals(List.of(), asked, "the person was asked");
    }

    private static Json tool(Json tools, String name) {
        return tools.elements().stream()
                .filter(tool -> tool.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no tool " + name));
    }

    @Test
    void removing_asks() throws Exception {
        Agent agent = serve(text -> text.contains("wall-2"));
        agent.connect("claude-code");
        assertTrue(failed(agent.call("removeWall", Map.of("id", "wall-1"))), "a no is no error for the agent");
        assertFalse(failed(agent.call("removeWall", Map.of("id", "wall-2"))), "a yes is an error for the agent");
        assertEquals(Map.of("wall-1", 4000), walls, "the walls after a no and a yes");
        assertEquals(2, asked.size(), "how often the person was asked");
        assertTrue(asked.get(0).contains("wall-1"), "the person cannot know what is removed: " + asked);
    }

    @Test
    void a_wrong_id_is_answered_with_the_right_ones() throws Exception {
        Agent agent = serve(text -> true);
        agent.connect("claude-code");
        Json result = agent.call("removeWall", Map.of("id", "wall-9"));
        assertTrue(failed(result), "no error: " + result.text());
        assertTrue(result.text().contains("wall-1") && result.text().contains("wall-2"), "ids: " + result.text());
        assertEquals(2, walls.size(), "a wall was removed");
    }

    @Test
    void a_stranger_is_asked_about() throws Exception {
        Agent agent = serve(text -> false);
        assertEquals(403, agent.connect("other-agent"), "a no should keep it out");
        assertEquals(1, asked.size(), "the person should be asked about it");
        assertTrue(asked.get(0).contains("other-agent"), "the person cannot know who it is: " + asked);
    }

    @Test
    void closing_ends_it() throws Exception {
        Agent agent = serve(text -> true);
        assertNotNull(agent);
        server.close();
        assertThrows(IOException.class, () -> agent.connect("claude-code"), "it still listens");
    }
}
