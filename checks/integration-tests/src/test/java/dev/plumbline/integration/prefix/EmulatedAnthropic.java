package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
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
        service = ServiceEmulator.of(request -> model.apply(request.json()))
                // as documented for some models, in "Switching models mid-conversation", November 2026
                .reads("claude-opus-5-5", "claude-opus-5", "claude-sonnet-5-5")
                .reads("claude-sonnet-5-5", "claude-sonnet-5", "claude-haiku-4-5")
                .reads("claude-fable-5-1", "claude-opus-5", "claude-opus-5-5");
        server = ScriptedServer.onPort(0).otherwise(service);
    }

    /** Refuses pictures from now on. */
    EmulatedAnthropic withoutPictures() {
        String error = "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\","
                + "\"message\":\"this model does not take image input\"}}";
        server.otherwise(request -> request.text().contains("\"type\":\"image\"")
                ? ServerResponse.json(error).withStatus(400)
                : service.apply(request));
        return this;
    }

    String address() {
        return server.address().toString();
    }

    /** Returns the requests, oldest first. */
    List<Json> requests() {
        return server.requests().stream().map(ServerRequest::json).toList();
    }

    Json lastRequest() {
        return server.lastRequest().json();
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
