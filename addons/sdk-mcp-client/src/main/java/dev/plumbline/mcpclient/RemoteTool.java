package dev.plumbline.mcpclient;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A tool as a server defines it.
 *
 * @param name its name here
 * @param remoteName its name at the server
 * @param description for the model and the person, without invisible characters
 * @param definition the whole definition, without {@code _meta}
 * @param digest what a person approves: the digest of the definition
 */
record RemoteTool(String name, String remoteName, String description, Json definition, String digest) {
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 16 << 10;
    private static final int LARGEST = 128 << 10;

    /**
     * Reads a definition.
     *
     * @throws IllegalArgumentException if it cannot be used, with the rule
     */
    static RemoteTool of(String server, Json json, JsonSchemaService schemas) {
        Json definition = json.without("_meta");
        String remote = definition.get("name").findText().orElse("");
        require(remote.matches("[A-Za-z0-9_./-]{1,128}"), "its name is not made of letters, digits, _, -, . and /");
        require(definition.utf8Length() <= LARGEST, "its definition is larger than " + LARGEST + " bytes");
        String text = definition
                .get("description")
                .findText()
                .or(() -> definition.get("title").findText())
                .orElse(remote);
        require(text.length() <= LONGEST_DESCRIPTION, "its description is longer than " + LONGEST_DESCRIPTION);
        Json input = definition.get("inputSchema");
        require(
                input.get("type").findText().equals(Optional.of("object")),
                "its input schema is not of the type object");
        requireSound("input", input, schemas);
        RequestHeaders.fault(input).ifPresent(fault -> require(false, fault));
        if (definition.get("outputSchema").exists()) {
            requireSound("output", definition.get("outputSchema"), schemas);
        }
        return new RemoteTool(localName(server, remote), remote, VisibleText.of(text), definition, digest(definition));
    }

    static String digest(Json definition) {
        return Digest.of("plb1/mcp-tool").json(definition).fingerprint().toString();
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    private static void requireSound(String which, Json schema, JsonSchemaService schemas) {
        require(schema.kind() == Json.Kind.OBJECT, "its " + which + " schema is no object");
        require(!VisibleText.isHidden(schema), "its " + which + " schema has invisible characters");
        ValidationResult found = schemas.check(schema);
        require(found.isOk(), "its " + which + " schema is invalid or not supported: " + codes(found));
    }

    private static String codes(ValidationResult found) {
        List<String> codes = found.findings().stream()
                .map(ValidationResult.Finding::code)
                .distinct()
                .limit(3)
                .toList();
        return String.join(", ", codes);
    }

    /** Returns the name here. A server's name has no underscore, so no server can make a name of another one's tool. */
    private static String localName(String server, String remote) {
        String name = server + "_" + remote.replaceAll("[./]", "_");
        if (name.length() <= LONGEST_NAME && !remote.matches(".*[./].*")) {
            return name;
        }
        String hash = Digest.of("plb1/mcp-name").text(remote).fingerprint().toString();
        String suffix = "-" + hash.substring(hash.length() - 8);
        return name.substring(0, Math.min(name.length(), LONGEST_NAME - suffix.length())) + suffix;
    }

    Json inputSchema() {
        return definition.get("inputSchema");
    }

    Optional<Json> outputSchema() {
        Json schema = definition.get("outputSchema");
        return schema.exists() ? Optional.of(schema) : Optional.empty();
    }

    /** Returns what the server says about effects, in words, for a person. */
    List<String> hints() {
        Json hints = JsonMembers.object(definition, "annotations");
        List<String> words = new ArrayList<>();
        for (String hint : List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")) {
            if (hints.get(hint).kind() == Json.Kind.BOOLEAN) {
                words.add(hint.replace("Hint", "") + ": " + hints.get(hint).asBoolean());
            }
        }
        return words;
    }

    /** Returns the tool for a runtime. Hints that loosen count only if the host believes the server. */
    AiTool toTool(McpToolOptions options, AiTool.Handler<Json> handler) {
        Json hints = JsonMembers.object(definition, "annotations");
        boolean believed = options.trustHints;
        boolean readOnly = believed && JsonMembers.isTrue(hints, "readOnlyHint");
        AiTool tool = AiTool.of(name, description, inputSchema(), handler)
                .withTags("mcp")
                .withOrigin(ContentOrigin.MCP)
                .withAffinity(ThreadAffinity.POOL)
                .withTimeout(options.limits.callTime());
        boolean harmless = readOnly || (believed && hints.get("destructiveHint").equals(Json.of(false)));
        tool = harmless ? tool : tool.withDestructive();
        tool = readOnly ? tool.withReadOnly() : tool;
        tool = believed && JsonMembers.isTrue(hints, "idempotentHint") ? tool.withIdempotent() : tool;
        tool = JsonMembers.isTrue(hints, "openWorldHint") ? tool.withTags("open-world") : tool;
        boolean object =
                outputSchema().flatMap(schema -> schema.get("type").findText()).equals(Optional.of("object"));
        return object ? tool.withOutputSchema(outputSchema().orElseThrow()) : tool;
    }

    @Override
    public String toString() {
        return "RemoteTool[" + name + "]";
    }
}
