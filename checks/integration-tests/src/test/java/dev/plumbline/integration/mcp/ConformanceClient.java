package dev.plumbline.integration.mcp;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcpclient.McpAuthorization;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.plugin.Skill;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The client that the conformance suite examines: it connects as a host would, calls every tool through an executor, and
 * visits the addresses that a browser would.
 */
final class ConformanceClient {
    private static final String METADATA = "https://conformance-test.local/client-metadata.json";

    private ConformanceClient() {}

    /** Runs a scenario; its name and its data come from the suite. */
    public static void main(String[] arguments) {
        String scenario =
                Optional.ofNullable(System.getenv("MCP_CONFORMANCE_SCENARIO")).orElse("");
        Json context = Optional.ofNullable(System.getenv("MCP_CONFORMANCE_CONTEXT"))
                .map(Json::parse)
                .orElse(Json.object());
        McpToolOptions options = McpToolOptions.builder("suite", JsonSchemas.service())
                .client("plumbline-conformance", "1.0")
                .trustDefinitions()
                .allowForms()
                .questionHandler(
                        question -> question.opened().answer(question.options().get(0), given(question.text())))
                .log(System.err::println)
                .build();
        McpTransport.Http at = McpTransport.http(arguments[0]);
        McpTransport transport = scenario.startsWith("auth/") ? at.withAuthorization(authorization(context)) : at;
        try (McpTools tools = McpTools.connect(transport, options)) {
            List<Skill> skills = tools.skills();
            if (scenario.startsWith("sep-2640-client-verify")) {
                skills.forEach(ConformanceClient::use);
            } else if (!scenario.startsWith("sep-2640")) {
                call(tools, calls(tools, context));
            }
        } catch (AiException refused) {
            System.err.println(refused.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private static void use(Skill skill) {
        try (ToolRuntime session = ToolRuntime.builder(JsonSchemas.service())
                .addTools(skill.tools(), "suite")
                .approvals(ApprovalRules.builder().allow("*").build())
                .build()) {
            ToolEnvelope used = McpFixture.call(session, "use_" + skill.name(), Json.object());
            System.err.println(used.failure().map(failure -> failure.message()).orElse("used"));
        }
    }

    private static Json given(String text) {
        return text.contains("confirmed") ? Json.object().with("confirmed", true) : Json.object();
    }

    private static McpAuthorization authorization(Json context) {
        McpAuthorization.Builder builder =
                McpAuthorization.builder(ConformanceClient::visit).clientMetadata(URI.create(METADATA));
        if (context.get("client_secret").exists() && context.get("issuer").exists()) {
            builder.clientId(
                            context.get("issuer").asText(),
                            context.get("client_id").asText())
                    .clientSecret(
                            Secret.of(context.get("client_secret").asText().toCharArray()));
        }
        return builder.build();
    }

    /** Follows the redirects of an address, as the browser of a person who agrees does. */
    static void visit(URI page) {
        new Thread(() -> {
                    try {
                        URI next = page;
                        for (int followed = 0; followed < 10; followed++) {
                            HttpURLConnection connection =
                                    (HttpURLConnection) next.toURL().openConnection();
                            connection.setInstanceFollowRedirects(false);
                            String location = connection.getHeaderField("Location");
                            if (location == null) {
                                return;
                            }
                            next = next.resolve(location);
                        }
                    } catch (IOException unreachable) {
                        System.err.println(unreachable.getClass());
                    }
                })
                .start();
    }

    private static List<Interaction.ToolCall> calls(McpTools tools, Json context) {
        List<Interaction.ToolCall> calls = new ArrayList<>();
        if (context.get("toolCalls").exists()) {
            for (Json call : context.get("toolCalls").elements()) {
                calls.add(call("suite_" + call.get("name").asText(), call.get("arguments")));
            }
            return calls;
        }
        tools.tools().forEach(tool -> calls.add(call(tool.name(), arguments(tool, tools.tools()))));
        return calls;
    }

    /** Returns arguments that fit; an object is the schema of the first tool, which a scenario wants to see again. */
    private static Json arguments(AiTool tool, List<AiTool> all) {
        Json properties = schema(tool).get("properties");
        Json arguments = Json.object();
        if (properties.exists()) {
            for (Map.Entry<String, Json> property : properties.fields().entrySet()) {
                Json value = sample(property.getValue());
                boolean object = value.equals(Json.object());
                arguments = arguments.with(property.getKey(), object ? schema(all.get(0)) : value);
            }
        }
        return arguments;
    }

    private static Json schema(AiTool tool) {
        return tool.input().apply(JsonSchemas.service());
    }

    private static Json sample(Json property) {
        String type = property.get("type").kind() == Json.Kind.STRING
                ? property.get("type").asText()
                : "string";
        return switch (type) {
            case "number", "integer" -> Json.of(5);
            case "boolean" -> Json.of(true);
            case "object" -> Json.object();
            case "array" -> Json.array();
            default -> Json.of("a-text");
        };
    }

    private static Interaction.ToolCall call(String name, Json arguments) {
        return new Interaction.ToolCall("call-" + name, name, arguments);
    }

    private static void call(McpTools tools, List<Interaction.ToolCall> calls) {
        try (Scheduler time = Scheduler.system(Clock.systemUTC(), Thread::new);
                ToolRuntime runtime = ToolRuntime.builder(JsonSchemas.service())
                        .addTools(tools.tools(), tools.id())
                        .time(time)
                        .build()) {
            for (Interaction.ToolCall call : calls) {
                List<ToolEnvelope> outcome = runtime.execute(List.of(call), scope());
                System.err.println(call.name() + ": " + outcome.get(0).toJson().text());
            }
        }
    }

    private static IToolExecutor.CallScope scope() {
        return new IToolExecutor.CallScope(
                CallIds.NONE,
                Selector.ALL,
                List.of(),
                Cancellation.create(),
                State.inMemory(),
                State.inMemory(),
                TelemetryObserver.NONE,
                1,
                IToolExecutor.CallListener.NONE);
    }
}
