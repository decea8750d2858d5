package dev.plumbline.runtime;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The batches of OpenAI and of Anthropic, written from their documentation, with answers that a test chooses. */
final class ScriptedBatches implements Function<ServerRequest, ServerResponse> {
    /** The requests of the batches, as lines of the service. */
    final List<Json> requests = new ArrayList<>();

    final List<String> calls = new ArrayList<>();
    String status = "completed";
    int asksUntilEnd;
    private int batches;
    Function<Json, Json> result;

    ScriptedBatches(Function<Json, Json> result) {
        this.result = result;
    }

    /** An answer of chat completions to a request, as a line of results. */
    static Json chat(Json request, String text) {
        Json message = Json.object().with("role", "assistant").with("content", text);
        Json choice = Json.object().with("index", 0).with("message", message).with("finish_reason", "stop");
        Json body = Json.object()
                .with("choices", Json.of(List.of(choice)))
                .with("usage", Json.parse("{\"prompt_tokens\":3,\"completion_tokens\":2}"));
        return line(request)
                .with("response", Json.object().with("status_code", 200).with("body", body));
    }

    static Json line(Json request) {
        return Json.object().with("custom_id", request.get("custom_id"));
    }

    @Override
    public synchronized ServerResponse apply(ServerRequest request) {
        calls.add(request.method() + " " + request.target());
        String target = request.target();
        if (target.endsWith("/files")) {
            return upload(request.text());
        } else if (target.endsWith("/messages/batches")) {
            request.json().get("requests").elements().forEach(requests::add);
            return ServerResponse.json("{\"id\":\"msgbatch_1\",\"processing_status\":\"in_progress\"}");
        } else if (target.endsWith("/content") || target.endsWith("/results")) {
            return ServerResponse.of("application/octet-stream", results().getBytes(StandardCharsets.UTF_8));
        } else if (request.method().equals("POST") && target.endsWith("/batches")) {
            return ServerResponse.json("{\"id\":\"batch_" + ++batches + "\",\"status\":\"validating\"}");
        } else if (target.endsWith("/cancel")) {
            status = "cancelled";
            asksUntilEnd = 0;
        }
        return ServerResponse.json(state(target.contains("/messages/")));
    }

    private ServerResponse upload(String form) {
        form.lines().filter(line -> line.startsWith("{")).map(Json::parse).forEach(requests::add);
        return ServerResponse.json("{\"id\":\"file-1\",\"purpose\":\"batch\"}");
    }

    private String state(boolean anthropic) {
        boolean ended = asksUntilEnd-- <= 0;
        if (anthropic) {
            return "{\"id\":\"msgbatch_1\",\"processing_status\":\"" + (ended ? "ended" : "in_progress") + "\"}";
        }
        return "{\"id\":\"batch\",\"status\":\"" + (ended ? status : "in_progress") + "\",\"output_file_id\":"
                + (ended && !status.equals("failed") ? "\"file-2\"" : "null")
                + ",\"errors\":{\"data\":[{\"code\":\"invalid_json_line\",\"message\":\"x\"}]}}";
    }

    private String results() {
        return requests.stream().map(result).map(Json::text).collect(Collectors.joining("\n"));
    }
}
