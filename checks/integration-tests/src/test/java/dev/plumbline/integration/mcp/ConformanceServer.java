package dev.plumbline.integration.mcp;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpInput;
import dev.plumbline.mcp.McpLimits;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpPrompt;
import dev.plumbline.mcp.McpResource;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tools.ToolRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The server that the conformance suite examines, as a host would start it, and a relay that adds the token. */
final class ConformanceServer implements AutoCloseable {
    private final Scheduler time = Scheduler.system(Clock.systemUTC(), Thread::new);
    private final ToolRuntime tools;
    private final McpServer server;
    private final AuthorizingRelay relay;

    ConformanceServer(Path folder) {
        this.tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(ConformanceTools.all(this::toolsChanged), "")
                .time(time)
                .build();
        this.server = McpServer.serve(
                tools,
                McpOptions.builder("Conformance", "1.0.0")
                        .allowClients("*")
                        .folder(folder)
                        .limits(McpLimits.ofDefaults()
                                .withRequestsPerSecond(10_000)
                                .withSessions(200))
                        .addResource(
                                McpResource.text("test://static-text", "static-text", "text/plain", () -> "A text."))
                        .addResource(McpResource.bytes(
                                "test://static-binary", "static-binary", "image/png", () -> ConformanceTools.PIXEL))
                        .addResource(McpResource.text(
                                "test://watched-resource", "watched-resource", "text/plain", () -> "Watched."))
                        .addResource(new McpResource(
                                "test://template/{id}/data",
                                "template",
                                "A template.",
                                "application/json",
                                (variables, client) -> Part.text("{\"id\":\"" + variables.get("id") + "\"}")))
                        .addSkill(skill(folder))
                        .addPrompt(McpPrompt.of("test_simple_prompt", "A prompt.", "A simple prompt."))
                        .addPrompt(withArguments())
                        .addPrompt(withResource())
                        .addPrompt(withImage())
                        .addPrompt(asking())
                        .tasksOnly("failing_job, test_tool_with_task")
                        .build());
        this.relay = new AuthorizingRelay(server.address().getPort(), server.token());
    }

    private static Path skill(Path folder) {
        try {
            Path skill = Files.createDirectories(folder.resolve("skills/stairs"));
            Files.createDirectories(skill.resolve("tables"));
            Files.writeString(skill.resolve("tables/runs of stairs.csv"), "rise,run\n180,270\n");
            Files.writeString(
                    skill.resolve("SKILL.md"), "---\nname: stairs\ndescription: Designs stairs.\n---\n# Stairs\n");
            return skill;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void toolsChanged() {
        server.toolsChanged();
    }

    private static McpPrompt withArguments() {
        return new McpPrompt(
                "test_prompt_with_arguments",
                "A prompt.",
                List.of(
                        McpPrompt.Argument.required("arg1", "The first.")
                                .withCompletions(beginning -> List.of(beginning + "is")),
                        McpPrompt.Argument.required("arg2", "The second.")),
                (arguments, client) -> List.of(McpPrompt.Message.user(
                        "arg1='" + arguments.get("arg1") + "', arg2='" + arguments.get("arg2") + "'")));
    }

    private static McpPrompt withResource() {
        return new McpPrompt(
                "test_prompt_with_embedded_resource",
                "A prompt.",
                List.of(McpPrompt.Argument.required("resourceUri", "An address.")),
                (arguments, client) -> List.of(
                        new McpPrompt.Message(
                                "user",
                                new Part.File(
                                        String.valueOf(arguments.get("resourceUri")),
                                        Blob.of("Text.".getBytes(StandardCharsets.UTF_8), "text/plain"))),
                        McpPrompt.Message.user("Please process it.")));
    }

    private static McpPrompt withImage() {
        return new McpPrompt(
                "test_prompt_with_image",
                "A prompt.",
                List.of(),
                (arguments, client) -> List.of(
                        new McpPrompt.Message("user", Part.image(ConformanceTools.PIXEL)),
                        McpPrompt.Message.user("Please look at it.")));
    }

    private static McpPrompt asking() {
        McpInput form = McpInput.form("What context should it have?", ConformanceTools.object("context", "string"));
        return new McpPrompt(
                "test_input_required_result_prompt",
                "A prompt.",
                List.of(),
                (arguments, client) -> List.of(McpPrompt.Message.user(client.ask(Map.of("user_context", form))
                        .get("user_context")
                        .text())));
    }

    /** Returns the address of the relay, for programs that cannot send a token. */
    String url() {
        return relay.url();
    }

    McpServer server() {
        return server;
    }

    @Override
    public void close() {
        relay.close();
        server.close();
        tools.close();
        time.close();
    }

    /** Serves until the input ends, to run scenarios by hand. */
    public static void main(String[] folder) throws IOException {
        try (ConformanceServer server = new ConformanceServer(Path.of(folder[0]))) {
            System.out.println(server.url());
            System.out.println(System.in.read());
        }
    }
}
