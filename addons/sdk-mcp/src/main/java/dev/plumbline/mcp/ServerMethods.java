package dev.plumbline.mcp;

import dev.plumbline.http.internal.EncodedHeader;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.Optional;
import java.util.Set;

/** The methods that all revisions of the protocol share, and what the server declares about itself. */
final class ServerMethods {
    private static final Set<String> CALLS = Set.of("tools/call", "resources/read", "prompts/get");

    private final McpOptions options;
    private final ToolMethods tools;
    private final ResourceMethods resources;
    private final PromptMethods prompts;
    private final SkillMethods skills;

    ServerMethods(McpOptions options, ToolMethods tools, StoredResults results, ServerFailures failures) {
        HostReader host = new HostReader(options, failures);
        this.options = options;
        this.tools = tools;
        this.resources = new ResourceMethods(options, results, host);
        this.prompts = new PromptMethods(options, host);
        this.skills = new SkillMethods(options.skills);
    }

    Json info() {
        return Json.object().with("name", options.name).with("version", options.version);
    }

    Optional<String> instructions(Peer peer) {
        return Optional.of(options.instructions)
                .filter(text -> !text.isEmpty())
                .map(text -> ClientContent.of(peer).text(text));
    }

    Json capabilities() {
        Json json = Json.object()
                .with("tools", Json.object().with("listChanged", true))
                .with("logging", Json.object());
        if (skills.isOffered()) {
            Json settings = Json.object().with("directoryRead", true);
            json = json.with("extensions", Json.object().with(SkillMethods.EXTENSION, settings));
        }
        Json more = resources.isOffered() ? json.with("resources", Json.object().with("subscribe", true)) : json;
        return prompts.isOffered() ? more.with("prompts", Json.object()).with("completions", Json.object()) : more;
    }

    boolean hasResources() {
        return resources.isOffered();
    }

    /** Returns whether a method runs code of the host, so that it has progress, a cancellation and inputs. */
    boolean isCall(String method) {
        return CALLS.contains(method)
                && (method.equals("tools/call")
                        || (method.equals("resources/read") && resources.isOffered())
                        || (method.equals("prompts/get") && prompts.isOffered()));
    }

    /** Returns the name that a request is about: a tool, a prompt, a task, or the address of a resource. */
    static String name(String method, Json params) {
        String member = EncodedHeader.nameMember(method).orElseThrow();
        return params.get(member)
                .findText()
                .orElseThrow(() -> JsonRpc.invalidParams("params." + member + " is missing"));
    }

    /** Returns the arguments of a call; some clients send them as a text of JSON. */
    static Json arguments(Json params) {
        Json given = params.get("arguments");
        Json meant = given.kind() == Json.Kind.STRING ? parsed(given.asText()) : given;
        if (!meant.exists() || meant.kind() == Json.Kind.NULL) {
            return Json.object();
        }
        if (meant.kind() != Json.Kind.OBJECT) {
            throw JsonRpc.invalidParams("params.arguments is an object, or a text with one in JSON");
        }
        return meant;
    }

    private static Json parsed(String text) {
        try {
            return UntrustedJson.parse(text);
        } catch (JsonException noJson) {
            return Json.of(text);
        }
    }

    /** Runs a call; blocks until its outcome. */
    Json run(OpenCall call) {
        return switch (call.request().method()) {
            case "tools/call" -> tools.call(call);
            case "resources/read" -> resources.read(call);
            default -> prompts.get(call);
        };
    }

    /** Answers a method that runs no code of the host, or little of it; empty if there is no such method. */
    Optional<Json> answer(String method, Json params, Peer peer) {
        ClientContent content = ClientContent.of(peer);
        if (params.get("cursor").exists() && params.get("cursor").kind() != Json.Kind.NULL) {
            throw JsonRpc.invalidParams("params.cursor is none of this server, which gives none: a list is one page");
        }
        return switch (method) {
            case "tools/list" -> Optional.of(tools.list(peer));
            case "resources/list" -> resources.isOffered() ? Optional.of(resources.list(content)) : Optional.empty();
            case "resources/templates/list" ->
                resources.isOffered() ? Optional.of(resources.templates(content)) : Optional.empty();
            case "prompts/list" -> prompts.isOffered() ? Optional.of(prompts.list(content)) : Optional.empty();
            case "completion/complete" ->
                prompts.isOffered() ? Optional.of(prompts.complete(params, content)) : Optional.empty();
            default -> skills.isOffered() ? skills.answer(method, params, content) : Optional.empty();
        };
    }

    /** Ends the change that a client has begun, if there is one. */
    void endChange(String client) {
        tools.endChange(client);
    }

    /** Returns the schema of the arguments of a tool that is offered now. */
    Optional<Json> inputSchema(String tool) {
        return tools.inputSchema(tool);
    }

    static JsonRpc.Failure unknown(String method, int status) {
        return new JsonRpc.Failure(
                JsonRpc.METHOD_NOT_FOUND,
                status,
                "Method not found: " + method.substring(0, Math.min(method.length(), 64)));
    }
}
