package dev.plumbline.integration.web;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A client that sends requests to a page's server and reads its streams of events. */
final class EventClient {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String base;
    private final String token;

    EventClient(URI address) {
        this.base = "http://127.0.0.1:" + address.getPort();
        this.token = address.getFragment();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Authorization", "Bearer " + token);
    }

    private HttpRequest.Builder post(String path, Json body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.text()));
    }

    Json postJson(String path, Json body) throws IOException, InterruptedException {
        return Json.parse(http.send(post(path, body).build(), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    Events stream(String path, Json body) throws IOException, InterruptedException {
        return new Events(http.send(post(path, body).build(), HttpResponse.BodyHandlers.ofInputStream())
                .body());
    }

    /** The events of a stream, which a thread reads. */
    static final class Events implements AutoCloseable {
        private final List<Json> all = new CopyOnWriteArrayList<>();
        private final InputStream stream;
        private final CompletableFuture<Void> end;

        Events(InputStream stream) {
            this.stream = stream;
            this.end = CompletableFuture.runAsync(this::read, task -> new Thread(task, "events").start());
        }

        private void read() {
            try {
                StringBuilder line = new StringBuilder();
                java.io.Reader reader = new java.io.InputStreamReader(stream, java.nio.charset.StandardCharsets.UTF_8);
                for (int c = reader.read(); c >= 0; c = reader.read()) {
                    if (c == '\n') {
                        if (line.indexOf("data: ") == 0) {
                            all.add(Json.parse(line.substring(6)));
                        }
                        line.setLength(0);
                    } else {
                        line.append((char) c);
                    }
                }
            } catch (IOException closed) {
                // the end
            }
        }

        List<Json> all() {
            return all;
        }

        Stream<Json> ofType(String type) {
            return all.stream()
                    .filter(event -> event.get("type").exists()
                            && event.get("type").asText().equals(type));
        }

        /** Waits for an event and returns it. */
        Json await(Predicate<Json> wanted) {
            boolean found = Await.until(() -> all.stream().anyMatch(wanted), PATIENCE);
            if (!found) {
                throw new AssertionError("no such event among " + all);
            }
            return all.stream().filter(wanted).findFirst().orElseThrow();
        }

        Json await(String type) {
            return await(event ->
                    event.get("type").exists() && event.get("type").asText().equals(type));
        }

        /** Waits for the end of the stream and returns the last event. */
        Json awaitEnd() {
            if (!Await.until(end::isDone, PATIENCE)) {
                throw new AssertionError("the stream goes on: " + all);
            }
            return all.get(all.size() - 1);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
