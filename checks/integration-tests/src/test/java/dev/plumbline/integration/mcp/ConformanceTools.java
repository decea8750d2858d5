package dev.plumbline.integration.mcp;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpClient;
import dev.plumbline.mcp.McpInput;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The tools that the conformance suite calls, by the names and behaviours that it prescribes. */
final class ConformanceTools {
    /** More than the 50 ms that the suite asks for: of reports that come faster than they are sent, the newest is sent. */
    private static final int BETWEEN_REPORTS = 250;

    static final Blob PIXEL = Blob.of(
            Base64.getDecoder()
                    .decode(
                            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="),
            "image/png");
    private static final Blob SILENCE = Blob.of(
            Base64.getDecoder().decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="), "audio/wav");
    private static final Json NOTHING = Json.parse("{\"type\":\"object\"}");

    /** How many calls of the tool that ends by cancellation run. */
    static final AtomicInteger RUNNING = new AtomicInteger();

    private ConformanceTools() {}

    static List<AiTool> all(Runnable toolsChanged) {
        List<AiTool> tools = new ArrayList<>(contents());
        tools.addAll(asking());
        tools.addAll(askingByForms());
        tools.addAll(lasting());
        tools.add(AiTool.of(
                "header_tool",
                "A tool with an argument that is repeated in a header.",
                Json.parse(REPEATED),
                (in, call) -> in));
        tools.add(tool("endless", (in, call) -> {
            RUNNING.incrementAndGet();
            try {
                call.cancellation().sleep(Duration.ofSeconds(25), "until it is cancelled");
            } finally {
                RUNNING.decrementAndGet();
            }
            return "";
        }));
        tools.add(tool("test_trigger_tool_change", (in, call) -> {
            toolsChanged.run();
            return "changed";
        }));
        return tools;
    }

    private static AiTool tool(String name, AiTool.Handler<Json> handler) {
        return AiTool.of(name, "A tool of the conformance suite.", NOTHING, handler)
                .withConcurrent();
    }

    private static List<AiTool> contents() {
        return List.of(
                tool("test_simple_text", (in, call) -> "This is a simple text response for testing."),
                tool("test_image_content", (in, call) -> Part.image(PIXEL)),
                tool("test_audio_content", (in, call) -> new Part.Audio(SILENCE)),
                tool(
                        "test_embedded_resource",
                        (in, call) -> embedded("test://embedded-resource", "text/plain", "Text.")),
                tool(
                        "test_multiple_content_types",
                        (in, call) -> ToolEnvelope.ok("Multiple content types test:")
                                .withParts(
                                        Part.image(PIXEL),
                                        embedded(
                                                "test://mixed-content-resource", "application/json", "{\"value\":1}"))),
                tool("test_error_handling", (in, call) -> {
                    throw new ToolException("This tool intentionally returns an error for testing");
                }),
                tool("test_tool_with_progress", (in, call) -> {
                    call.progress(0, "begins");
                    pause(call, BETWEEN_REPORTS);
                    call.progress(0.5, "half");
                    pause(call, BETWEEN_REPORTS);
                    call.progress(1, "ends");
                    pause(call, BETWEEN_REPORTS);
                    return "done";
                }),
                tool("test_tool_with_logging", ConformanceTools::log),
                tool("test_logging_tool", ConformanceTools::log),
                AiTool.of(
                        "json_schema_2020_12_tool",
                        "A tool with a schema of many keywords.",
                        Json.parse(SCHEMA),
                        (in, call) -> in));
    }

    private static Part.File embedded(String uri, String mediaType, String text) {
        return new Part.File(uri, Blob.of(text.getBytes(StandardCharsets.UTF_8), mediaType));
    }

    private static String log(Json in, ToolContext call) {
        client(call).log(McpClient.LogLevel.INFO, "Tool execution started");
        pause(call, 50);
        client(call).log(McpClient.LogLevel.INFO, "Tool processing data");
        pause(call, 50);
        client(call).log(McpClient.LogLevel.INFO, "Tool execution completed");
        return "logged";
    }

    /** The suite prescribes pauses of 50 ms between messages. */
    private static void pause(ToolContext call, int millis) {
        call.cancellation().sleep(Duration.ofMillis(millis), "conformance");
    }

    private static McpClient client(ToolContext call) {
        return McpServer.clientOf(call).orElseThrow();
    }

    private static List<AiTool> asking() {
        return List.of(
                tool(
                        "test_sampling",
                        (in, call) -> "LLM response: "
                                + client(call)
                                        .ask(Map.of(
                                                "m",
                                                McpInput.sampling(
                                                        in.get("prompt").asText(), 100)))
                                        .get("m")
                                        .at("/content/text")
                                        .asText()),
                tool(
                        "test_elicitation",
                        (in, call) -> client(call)
                                .ask(Map.of(
                                        "f", McpInput.form(in.get("message").asText(), object("response", "string"))))
                                .get("f")
                                .text()),
                tool(
                        "test_missing_capability",
                        (in, call) -> client(call)
                                .ask(Map.of("s", McpInput.sampling("anything", 10)))
                                .get("s")),
                tool(
                        "test_streaming_elicitation",
                        (in, call) -> client(call)
                                .ask(Map.of("f", McpInput.form("Anything?", object("name", "string"))))
                                .get("f")),
                tool(
                        "test_elicitation_sep1034_defaults",
                        (in, call) -> client(call)
                                .ask(Map.of("f", McpInput.form("Review the defaults.", Json.parse(DEFAULTS))))
                                .get("f")
                                .text()),
                tool(
                        "test_elicitation_sep1330_enums",
                        (in, call) -> client(call)
                                .ask(Map.of("f", McpInput.form("Choose.", Json.parse(ENUMS))))
                                .get("f")
                                .text()));
    }

    private static List<AiTool> askingByForms() {
        McpInput name = McpInput.form("What is your name?", object("name", "string"));
        McpInput confirm = McpInput.form("Please confirm", object("ok", "boolean"));
        return List.of(
                tool(
                        "test_input_required_result_elicitation",
                        (in, call) -> "Hello, "
                                + client(call)
                                        .ask(Map.of("user_name", name))
                                        .get("user_name")
                                        .at("/content/name")
                                        .asText()
                                + "!"),
                tool(
                        "test_input_required_result_sampling",
                        (in, call) -> client(call)
                                .ask(Map.of(
                                        "capital_question", McpInput.sampling("What is the capital of France?", 100)))
                                .get("capital_question")),
                tool(
                        "test_input_required_result_list_roots",
                        (in, call) -> client(call)
                                .ask(Map.of("client_roots", McpInput.roots()))
                                .get("client_roots")),
                tool("test_input_required_result_request_state", (in, call) -> {
                    client(call).ask(Map.of("confirm", confirm));
                    return "state-ok";
                }),
                tool("test_input_required_result_tampered_state", (in, call) -> {
                    client(call).ask(Map.of("confirm", confirm));
                    return "integrity-ok";
                }),
                tool("test_input_required_result_multiple_inputs", (in, call) -> {
                    Map<String, McpInput> inputs = new LinkedHashMap<>();
                    inputs.put("user_name", name);
                    inputs.put("greeting", McpInput.sampling("Generate a greeting", 50));
                    inputs.put("client_roots", McpInput.roots());
                    return client(call).ask(inputs).keySet();
                }),
                tool("test_input_required_result_multi_round", (in, call) -> {
                    client(call).ask(Map.of("step1", name));
                    client(call).ask(Map.of("step2", McpInput.form("Which color?", object("color", "string"))));
                    return "Multi-round complete";
                }),
                tool("test_input_required_result_capabilities", (in, call) -> {
                    Map<String, McpInput> inputs = new LinkedHashMap<>();
                    if (client(call).canAnswer(McpInput.Kind.ELICITATION)) {
                        inputs.put("elicit_input", McpInput.form("Elicitation input", object("value", "string")));
                    }
                    if (client(call).canAnswer(McpInput.Kind.SAMPLING)) {
                        inputs.put("sample_input", McpInput.sampling("Sample request", 50));
                    }
                    return inputs.isEmpty() ? "none" : client(call).ask(inputs).keySet();
                }));
    }

    /** The tools of the scenarios for tasks: all but the first last long enough to become one. */
    private static List<AiTool> lasting() {
        return List.of(
                tool("greet", (in, call) -> "Hello, " + in.get("name").asText() + "!"),
                tool("slow_compute", (in, call) -> {
                            int seconds = in.get("seconds").asInt();
                            call.progress(0.1, "computing for " + seconds + " s");
                            call.cancellation().sleep(Duration.ofSeconds(seconds), "conformance");
                            return "computed " + in.get("label").asText();
                        })
                        .withTimeout(Duration.ofMinutes(2)),
                tool("failing_job", (in, call) -> {
                    last(call);
                    throw new ToolException("This job intentionally fails.");
                }),
                tool("protocol_error_job", (in, call) -> {
                    last(call);
                    return client(call).ask(Map.of("roots", McpInput.roots()));
                }),
                tool("confirm_delete", (in, call) -> {
                    last(call);
                    McpInput confirm =
                            McpInput.form("Delete " + in.get("filename").asText() + "?", object("confirm", "boolean"));
                    return client(call).ask(Map.of("confirm", confirm)).get("confirm");
                }),
                tool("multi_input", (in, call) -> {
                    last(call);
                    McpInput form = McpInput.form("Your name?", object("name", "string"));
                    return client(call)
                            .ask(Map.of("first", form, "second", form))
                            .keySet();
                }),
                tool("test_tool_with_task", (in, call) -> {
                    Json user = client(call)
                            .ask(Map.of("user_name", McpInput.form("Your name?", object("name", "string"))))
                            .get("user_name");
                    last(call);
                    return "Hello, " + user.at("/content/name").asText();
                }));
    }

    private static void last(ToolContext call) {
        call.cancellation().sleep(Duration.ofSeconds(1), "conformance");
    }

    static Json object(String property, String type) {
        return Json.object()
                .with("type", "object")
                .with("properties", Json.object().with(property, Json.object().with("type", type)))
                .with("required", List.of(property));
    }

    private static final String REPEATED = """
            {"type":"object","additionalProperties":false,"properties":{
              "region":{"type":"string","x-mcp-header":"Region"},
              "count":{"type":"integer","x-mcp-header":"Count"},
              "urgent":{"type":"boolean","x-mcp-header":"Urgent"}}}""";

    private static final String DEFAULTS = """
            {"type":"object","required":[],"properties":{
              "name":{"type":"string","default":"John Doe"},
              "age":{"type":"integer","default":30},
              "score":{"type":"number","default":95.5},
              "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
              "verified":{"type":"boolean","default":true}}}""";

    private static final String ENUMS = """
            {"type":"object","required":[],"properties":{
              "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
              "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
                {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
              "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
                "enumNames":["Option One","Option Two","Option Three"]},
              "untitledMulti":{"type":"array","minItems":1,"maxItems":3,
                "items":{"type":"string","enum":["option1","option2","option3"]}},
              "titledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"anyOf":[
                {"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},
                {"const":"value3","title":"Third Choice"}]}}}}""";

    private static final String SCHEMA = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
             "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{
               "street":{"type":"string"},"city":{"type":"string"}}}},
             "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
               "contactMethod":{"type":"string","enum":["phone","email"]},
               "phone":{"type":"string"},"email":{"type":"string"}},
             "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
             "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
             "then":{"required":["phone"]},"else":{"required":["email"]},
             "additionalProperties":false}""";
}
