package dev.plumbline.mcpclient;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tool as a server defines it.
 *
 * @param name its name here
 * @param remoteName its name at the server
 * @param description for the model and the person, without invisible characters
 * @param definition the whole definition, without {@code _meta}
 * @param inputSchema the schema of its arguments, as they are checked here
 * @param outputSchema the schema of its structured result, as it is checked here
 * @param digest what a person approves: the digest of the definition
 */
record RemoteTool(
        String name,
        String remoteName,
        String description,
        Json definition,
        Json inputSchema,
        Optional<Json> outputSchema,
        String digest) {
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 16 << 10;
    private static final int LARGEST = 128 << 10;

    /** The faults of a schema for which its server is left to check. */
    private static final Set<String> LEFT_TO_SERVER = Set.of("pattern", "dialect");

    /**
     * The keywords that are left to the server when it uses patterns or a dialect that cannot be checked here: those, and
     * the ones that would mean another thing without them.
     */
    private static final SchemaDialect WITHOUT_PATTERNS = new SchemaDialect(
            "without-patterns",
            false,
            false,
            Set.of("$schema", "pattern", "patternProperties", "not", "oneOf", "if", "then", "else", "maxContains"));

    /**
     * Reads a definition.
     *
     * @throws IllegalArgumentException if it cannot be used, with the rule
     */
    static RemoteTool of(String server, Json json, JsonSchemaService schemas) {
        require(json.kind() == Json.Kind.OBJECT, "its definition is no object");
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
        Json checked = checkable("input", input, schemas);
        RequestHeaders.fault(input).ifPresent(fault -> require(false, fault));
        Json output = definition.get("outputSchema");
        return new RemoteTool(
                localName(server, remote),
                remote,
                VisibleText.of(text),
                definition,
                checked,
                output.exists() ? Optional.of(checkable("output", output, schemas)) : Optional.empty(),
                digest(definition));
    }

    static String digest(Json definition) {
        return Digest.of("plb1/mcp-tool").json(definition).fingerprint().toString();
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * Returns a schema as it can be checked here. Patterns that are not supported stay as words in descriptions, for the
     * model, and the server checks them.
     */
    private static Json checkable(String which, Json schema, JsonSchemaService schemas) {
        require(schema.kind() == Json.Kind.OBJECT, "its " + which + " schema is no object");
        require(!VisibleText.isHidden(schema), "its " + which + " schema has invisible characters");
        ValidationResult found = schemas.check(schema);
        if (found.isOk()) {
            return schema;
        }
        boolean leftToServer = found.findings().stream()
                .filter(each -> each.severity() == ValidationResult.Severity.ERROR)
                .allMatch(each -> LEFT_TO_SERVER.contains(each.code()));
        Json wrapped = leftToServer ? schemas.wrap(schema, WITHOUT_PATTERNS) : schema;
        require(
                leftToServer && schemas.check(wrapped).isOk(),
                "its " + which + " schema is invalid or not supported: " + codes(found));
        return wrapped;
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
        boolean claimsReadOnly = JsonMembers.isTrue(hints, "readOnlyHint");
        boolean readOnly = believed && claimsReadOnly;
        AiTool tool = AiTool.of(name, description, inputSchema, handler)
                .withTags("mcp")
                .withOrigin(ContentOrigin.MCP)
                .withAffinity(ThreadAffinity.POOL)
                .withTimeout(options.limits.callTime());
        boolean harmless = readOnly || (believed && hints.get("destructiveHint").equals(Json.of(false)));
        tool = harmless ? tool : tool.withDestructive();
        tool = readOnly ? tool.withReadOnly() : tool;
        tool = claimsReadOnly && !believed ? tool.withTags("claims-read-only") : tool;
        tool = believed && JsonMembers.isTrue(hints, "idempotentHint") ? tool.withIdempotent() : tool;
        tool = JsonMembers.isTrue(hints, "openWorldHint") ? tool.withTags("open-world") : tool;
        boolean object =
                outputSchema.flatMap(schema -> schema.get("type").findText()).equals(Optional.of("object"));
        return object ? tool.withOutputSchema(outputSchema.orElseThrow()) : tool;
    }

    @Override
    public String toString() {
        return "RemoteTool[" + name + "]";
    }
}
