package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A server that is odd costs itself: whatever is wrong with one of its lists, tools or answers, the others work. */
class OddServerLawTest {
    private static final String LOOK_AHEAD = "^(?!\\\\.)[a-z.]+@[a-z.]+$";

    /** How a list of tools goes on. */
    enum Cursor {
        NONE("", ""),
        EMPTY("\"\"", ""),
        NULL("null", ""),
        NUMBER("7", ""),
        STUCK("\"again\"", "repeats its cursor");

        private final String json;
        private final String remark;

        Cursor(String json, String remark) {
            this.json = json;
            this.remark = remark;
        }
    }

    /** What is odd about a definition, and the words with which it is left out; none if the tool stays. */
    enum Definition {
        PLAIN("{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}", ""),
        LOOK_AHEAD_PATTERN(
                "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\","
                        + "\"description\":\"Mail.\",\"pattern\":\"" + LOOK_AHEAD + "\"}}}}",
                ""),
        PATTERN_IN_NOT(
                "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"not\":{\"pattern\":\""
                        + LOOK_AHEAD + "\"}}}}}",
                ""),
        PATTERNS_OF_NAMES(
                "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"patternProperties\":{\"" + LOOK_AHEAD
                        + "|a\":{}},\"additionalProperties\":false}}",
                ""),
        OTHER_DIALECT(
                "{\"name\":\"%s\",\"inputSchema\":{\"$schema\":\"http://json-schema.org/draft-06/schema#\","
                        + "\"type\":\"object\"}}",
                ""),
        NO_SCHEMA("{\"name\":\"%s\"}", "not of the type object"),
        ARRAY("{\"name\":\"%s\",\"inputSchema\":{\"type\":\"array\"}}", "not of the type object"),
        WRONG_TYPE(
                "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":7}}}}",
                "invalid or not supported"),
        SCHEMA_IS_TEXT("{\"name\":\"%s\",\"inputSchema\":\"object\"}", "not of the type object"),
        BLANK_IN_NAME("{\"name\":\"%s x\",\"inputSchema\":{\"type\":\"object\"}}", "not made of letters"),
        NO_NAME("{\"inputSchema\":{\"type\":\"object\"},\"title\":\"%s\"}", "not made of letters"),
        NO_OBJECT("\"%s\"", "no object"),
        DESCRIPTION_IS_NUMBER("{\"name\":\"%s\",\"description\":7,\"inputSchema\":{\"type\":\"object\"}}", "");

        private final String json;
        private final String why;

        Definition(String json, String why) {
            this.json = json;
            this.why = why;
        }

        boolean stays() {
            return why.isEmpty();
        }
    }

    /** What is odd about the answer to a call; %s is the id. */
    enum Answer {
        PLAIN("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}", true),
        UNKNOWN_MEMBERS(
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"x\":1,\"result\":{\"y\":2,\"content\":[{\"type\":\"text\","
                        + "\"text\":\"done\",\"z\":3}]}}",
                true),
        CONTENT_OF_TEXTS(
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[\"done\",7,null,{\"type\":7}]}}", true),
        CONTENT_IS_TEXT("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":\"done\"}}", true),
        RESULT_IS_LIST("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":[1]}", true),
        NAN("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"structuredContent\":{\"n\":NaN}}}", false),
        TEXT_ID("{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{}}", false),
        OTHER_ID("{\"jsonrpc\":\"2.0\",\"id\":%s7,\"result\":{}}", false),
        NO_RESULT("{\"jsonrpc\":\"2.0\",\"id\":%s}", false),
        BOTH("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{},\"error\":{\"code\":1,\"message\":\"m\"}}", false),
        NO_VERSION("{\"id\":%s,\"result\":{}}", false),
        PAGE("<html>%s</html>", false),
        NOTHING("", false),
        ERROR_IS_TEXT("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":\"it broke\"}", false),
        CUT("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"te", false);

        private final String json;
        private final boolean works;

        Answer(String json, boolean works) {
            this.json = json;
            this.works = works;
        }
    }

    /** A tool of a server. */
    record OddTool(Definition definition, Answer answer) {}

    /** A server: its tools by pages, and how the last page ends. */
    record OddServer(List<OddTool> tools, int pageSize, Cursor cursor, boolean streams, String revision) {
        private String definition(int number) {
            return String.format(tools.get(number).definition().json, "t" + number);
        }

        /** Returns the answer to a request for the page of that number; after the last, its cursor decides. */
        String page(int number) {
            int pages = Math.max(1, (tools.size() + pageSize - 1) / pageSize);
            int shown = Math.min(number, pages - 1);
            List<String> listed = new ArrayList<>();
            for (int i = shown * pageSize; i < Math.min(tools.size(), (shown + 1) * pageSize); i++) {
                listed.add(definition(i));
            }
            String next = number + 1 < pages ? "\"p" + (number + 1) + "\"" : cursor.json;
            return "{\"tools\":[" + String.join(",", listed) + "]" + (next.isEmpty() ? "" : ",\"nextCursor\":" + next)
                    + "}";
        }

        void answer(HttpExchange exchange) throws IOException {
            Json request = Json.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String id = request.get("id").text();
            String whole = switch (request.get("method").findText().orElse("")) {
                case "initialize" ->
                    result(id, "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}}}");
                case "tools/list" -> result(id, page(number(request.at("/params/cursor"))));
                case "tools/call" ->
                    String.format(
                            tools.get(Integer.parseInt(
                                            request.at("/params/name").asText().substring(1)))
                                    .answer()
                                    .json,
                            id);
                default -> "";
            };
            boolean event = streams && !whole.isEmpty();
            byte[] body = (event ? "data: " + whole + "\n\n" : whole).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", event ? "text/event-stream" : "application/json");
            exchange.getResponseHeaders().set("Connection", "close"); // otherwise the kernel keeps the body for a while
            boolean called = request.at("/params/name").exists();
            exchange.sendResponseHeaders(whole.isEmpty() && !called ? 202 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }

        private static String result(String id, String result) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
        }

        private static int number(Json cursor) {
            String text = cursor.findText().orElse("");
            return text.matches("p[0-9]+") ? Integer.parseInt(text.substring(1)) : text.isEmpty() ? 0 : 1_000;
        }
    }

    @Provide
    Arbitrary<OddServer> servers() {
        Arbitrary<OddTool> tools = Combinators.combine(Arbitraries.of(Definition.class), Arbitraries.of(Answer.class))
                .as(OddTool::new);
        return Combinators.combine(
                        tools.list().ofMinSize(1).ofMaxSize(12),
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.of(Cursor.class),
                        Arbitraries.of(true, false),
                        Arbitraries.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"))
                .as(OddServer::new);
    }

    @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
    @Label("W47 W48 W50 G4 what is well-formed works, and each odd thing of a server has its sentence")
    void w47_oddThings_costThemselves(@ForAll("servers") OddServer odd) {
        List<String> log = new CopyOnWriteArrayList<>();
        McpToolOptions options = McpToolOptions.builder("odd", JsonSchemas.service())
                .trustDefinitions()
                .log(log::add)
                .build();
        try (HostileHttp server = new HostileHttp().raw(odd::answer);
                McpTools tools = McpTools.connect(McpTransport.http(server.url()), options)) {
            assertThat(tools.tools()).extracting(AiTool::name).containsExactlyInAnyOrderElementsOf(expected(odd));
            assertLeftOut(odd, tools.leftOut());
            assertThat(log.stream().filter(line -> line.startsWith("the list of tools")))
                    .allMatch(line -> !odd.cursor().remark.isEmpty() && line.contains(odd.cursor().remark))
                    .hasSize(odd.cursor().remark.isEmpty() ? 0 : 1);
            assertCalls(odd, tools.tools());
        }
    }

    private static List<String> expected(OddServer odd) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < odd.tools().size(); i++) {
            if (odd.tools().get(i).definition().stays()) {
                names.add("odd_t" + i);
            }
        }
        return names;
    }

    private static void assertLeftOut(OddServer odd, Map<String, String> leftOut) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < odd.tools().size(); i++) {
            Definition definition = odd.tools().get(i).definition();
            String name = switch (definition) {
                case BLANK_IN_NAME -> "t" + i + " x";
                case NO_NAME, NO_OBJECT -> "a tool without a name";
                default -> "t" + i;
            };
            if (!definition.stays()) {
                named.put(name, definition.why);
            }
        }
        assertThat(leftOut.keySet()).isEqualTo(named.keySet());
        named.forEach((name, why) -> assertThat(leftOut.get(name)).contains(why));
    }

    private static void assertCalls(OddServer odd, List<AiTool> tools) {
        try (ToolRuntime session = ToolRuntime.builder(JsonSchemas.service())
                .addTools(tools, "odd")
                .approvals(ApprovalRules.builder().allow("*").build())
                .build()) {
            for (AiTool tool : tools) {
                Answer answer = odd.tools()
                        .get(Integer.parseInt(tool.name().substring(5)))
                        .answer();
                ToolEnvelope outcome =
                        McpFixture.call(session, tool.name(), Json.object().with("a", "a.b@c.d"));
                assertThat(outcome.isOk()).as(answer + ": " + outcome).isEqualTo(answer.works);
                outcome.failure().ifPresent(failure -> {
                    assertThat(failure.code()).as(answer.name()).isNotEqualTo(ToolEnvelope.Code.TIMEOUT);
                    assertThat(failure.message()).as(answer.name()).matches("(?s)The .{10,}");
                });
            }
            assertThat(session.definitions(Selector.ALL).stream()
                            .anyMatch(tool -> tool.inputSchema().text().contains("Mail. (pattern: ^(?!")))
                    .as("whether the model reads a pattern that cannot be checked here")
                    .isEqualTo(
                            odd.tools().stream().anyMatch(tool -> tool.definition() == Definition.LOOK_AHEAD_PATTERN));
        }
    }
}
