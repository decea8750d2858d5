package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A {@link CadSession} written by hand in the format of a service, with nothing in it that the session does not need: facts only where
 * they have changed, no marks. Of its requests an emulator computes the least that they can cost.
 */
final class ReferenceSession {
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI base;
    private final boolean anthropic;
    private final List<Json> messages = new ArrayList<>();

    private ReferenceSession(URI base, SessionPeer.Service service) {
        this.base = base;
        this.anthropic = service == SessionPeer.Service.ANTHROPIC;
    }

    /** Holds the session with a service at that address. */
    static void hold(URI base, SessionPeer.Service service) throws IOException, InterruptedException {
        new ReferenceSession(base, service).hold();
    }

    private void hold() throws IOException, InterruptedException {
        int number = 0;
        String drawing = "";
        String summary = "";
        for (CadSession.Question question : CadSession.questions()) {
            if (number++ == CadSession.BEFORE_SUMMARY) {
                user(CadSession.SUM_UP, List.of());
                summary = "Summary of the conversation so far:\n" + turn() + "\n\n";
                messages.clear();
                drawing = "";
            }
            String facts = "selection: " + question.selection() + "\n"
                    + (question.drawing().equals(drawing) ? "" : "drawing: " + question.drawing() + "\n") + "\n";
            drawing = question.drawing();
            user(
                    summary + facts + question.words(),
                    question.picture().map(this::picture).stream().toList());
            summary = "";
            turn();
        }
    }

    private void user(String words, List<Json> pictures) {
        List<Json> content = new ArrayList<>();
        content.add(
                Json.object().with("type", anthropic ? "text" : "input_text").with("text", words));
        content.addAll(pictures);
        messages.add(Json.object().with("role", "user").with("content", content));
    }

    private Json picture(String png) {
        return anthropic
                ? Json.object()
                        .with("type", "image")
                        .with(
                                "source",
                                Json.object()
                                        .with("type", "base64")
                                        .with("media_type", "image/png")
                                        .with("data", png))
                : Json.object().with("type", "input_image").with("image_url", "data:image/png;base64," + png);
    }

    private String turn() throws IOException, InterruptedException {
        while (true) {
            Json answer = ask();
            List<Json> items = (anthropic ? answer.get("content") : answer.get("output")).elements();
            if (anthropic) {
                messages.add(Json.object().with("role", "assistant").with("content", items));
            } else {
                messages.addAll(items);
            }
            List<Json> calls = items.stream()
                    .filter(item -> item.get("type").asText().equals(anthropic ? "tool_use" : "function_call"))
                    .toList();
            if (calls.isEmpty()) {
                Json last = items.get(items.size() - 1);
                return anthropic
                        ? last.get("text").asText()
                        : last.at("/content/0/text").asText();
            }
            calls.forEach(this::result);
        }
    }

    private void result(Json call) {
        Json arguments =
                anthropic ? call.get("input") : Json.parse(call.get("arguments").asText());
        String result = CadSession.result(
                call.get("name").asText(),
                arguments.get("element").asText(),
                arguments.get("millimetres").asInt());
        messages.add(
                anthropic
                        ? Json.object()
                                .with("role", "user")
                                .with(
                                        "content",
                                        List.of(Json.object()
                                                .with("type", "tool_result")
                                                .with("tool_use_id", call.get("id"))
                                                .with("content", result)))
                        : Json.object()
                                .with("type", "function_call_output")
                                .with("call_id", call.get("call_id"))
                                .with("output", result));
    }

    private Json ask() throws IOException, InterruptedException {
        Json request = anthropic
                ? Json.object()
                        .with("model", CadModel.model(SessionPeer.Service.ANTHROPIC))
                        .with("system", CadSession.INSTRUCTIONS)
                        .with("tools", tools())
                        .with("messages", messages)
                : Json.object()
                        .with("model", CadModel.model(SessionPeer.Service.OPENAI))
                        .with("instructions", CadSession.INSTRUCTIONS)
                        .with("tools", tools())
                        .with("input", messages);
        HttpRequest post = HttpRequest.newBuilder(URI.create(base + (anthropic ? "/messages" : "/responses")))
                .POST(HttpRequest.BodyPublishers.ofString(request.text()))
                .build();
        HttpResponse<String> response = http.send(post, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the reference was refused: " + response.body());
        }
        return Json.parse(response.body());
    }

    private List<Json> tools() {
        return CadSession.TOOLS.stream()
                .map(tool -> {
                    Json named = Json.object().with("name", tool.name()).with("description", tool.description());
                    return anthropic
                            ? named.with("input_schema", SCHEMA)
                            : named.with("type", "function")
                                    .with("parameters", SCHEMA)
                                    .with("strict", false);
                })
                .toList();
    }

    private static final Json SCHEMA = Json.object()
            .with("type", "object")
            .with(
                    "properties",
                    Map.of(
                            "element",
                            Map.of("type", "string", "description", CadSession.CadTool.ELEMENT),
                            "millimetres",
                            Map.of("type", "integer", "description", CadSession.CadTool.MILLIMETRES)))
            .with("required", List.of("element", "millimetres"));
}
