package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServiceEmulator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An emulator of Anthropic's service on a server, whose answers depend on the request. Closing it fails if the official client objects
 * to a request.
 */
final class EmulatedAnthropic implements AutoCloseable {
    final ServiceEmulator service;
    private final ScriptedServer server;

    EmulatedAnthropic(Function<Json, AnthropicScript> model) {
        service = ServiceEmulator.of(request -> model.apply(request.json()));
        server = ScriptedServer.onPort(0).otherwise(service);
    }

    String address() {
        return server.address().toString();
    }

    /** Returns the requests, oldest first. */
    List<Json> requests() {
        return server.requests().stream().map(ServerRequest::json).toList();
    }

    static AnthropicScript says(String words) {
        return AnthropicScript.create().says(words);
    }

    static AnthropicScript calls(String tool) {
        return AnthropicScript.create().callsTool(tool, Map.of());
    }

    @Override
    public void close() {
        server.close();
        assertThat(server.requests())
                .flatExtracting(request -> OfficialClients.objections(
                        request.json(), request.header("anthropic-beta").isPresent()))
                .as("what the official client objects to")
                .isEmpty();
    }
}
