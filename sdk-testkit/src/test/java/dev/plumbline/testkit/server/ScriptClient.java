package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;

/** Asks a scripted server and takes its events apart by their lines, knowing nothing of any format. */
final class ScriptClient implements AutoCloseable {
    static final String STREAM = "{\"model\":\"m\",\"stream\":true}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ScriptedServer server;

    ScriptClient(ServiceScript<?> script) {
        server = ScriptedServer.onPort(0).otherwise(script);
    }

    HttpResponse<String> post(String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/ask"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The payloads of a stream, each under the event name that its type promises. */
    List<Json> events() throws Exception {
        return events(post(STREAM).body());
    }

    static List<Json> events(String body) {
        return List.of(body.split("\n\n")).stream().map(ScriptClient::event).toList();
    }

    private static Json event(String lines) {
        String[] both = lines.split("\n");
        Json payload = Json.parse(both[1].substring("data: ".length()));
        if (!both[0].equals("event: " + payload.get("type").asText())) {
            throw new AssertionError("the event's name is not its payload's type");
        }
        return payload;
    }

    static List<String> types(List<Json> events) {
        return events.stream().map(event -> event.get("type").asText()).toList();
    }

    /** A member of all events that have it, joined. */
    static String joined(List<Json> events, String pointer) {
        return events.stream()
                .map(event -> event.at(pointer))
                .filter(Json::exists)
                .map(Json::asText)
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        server.close();
    }
}
