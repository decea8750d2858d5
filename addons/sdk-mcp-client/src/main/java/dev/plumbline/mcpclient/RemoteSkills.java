package dev.plumbline.mcpclient;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Skill;
import dev.plumbline.plugin.internal.SkillFiles;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The skills of a server (SEP-2640). A skill is pinned to the digests with which it was listed: a file with other bytes is
 * never used, whenever it is read. Thread-safe.
 */
final class RemoteSkills {
    private static final String EXTENSION = "io.modelcontextprotocol/skills";
    private static final int MOST_PAGES = 100;
    private static final int MOST_SKILLS = 256;
    private static final Json NO_ARGUMENTS = Json.parse("{\"type\":\"object\",\"properties\":{}}");
    private static final Json NAMED = Json.parse("""
            {"type":"object","properties":{"file":{"type":"string","description":"its name, as the skill lists it"}},
             "required":["file"],"additionalProperties":false}""");

    private final McpToolOptions options;
    private final ConnectionParts parts;
    private final SkillReview review;
    private final ServerLink link;

    RemoteSkills(McpToolOptions options, ConnectionParts parts, SkillReview review, ServerLink link) {
        this.options = options;
        this.parts = parts;
        this.review = review;
        this.link = link;
    }

    /** Asks for the list; reads none of the files. */
    List<Skill> list(ServerSession session, Cancellation ends) {
        Map<String, Skill> skills = new LinkedHashMap<>();
        Optional<String> cursor = Optional.empty();
        int pages = 0;
        if (!session.extended(EXTENSION)) {
            return List.of();
        }
        do {
            Json params = cursor.map(next -> Json.object().with("cursor", next)).orElse(Json.object());
            Json page = within(ends, each -> session.request("skills/list", params, ServerSession.Call.of(each)));
            for (Json entry : JsonMembers.elements(page, "skills")) {
                add(entry, skills);
            }
            cursor = page.get("nextCursor").findText().filter(next -> !next.isEmpty());
        } while (cursor.isPresent() && ++pages < MOST_PAGES && skills.size() < MOST_SKILLS);
        return List.copyOf(skills.values());
    }

    private <T> T within(Cancellation ends, Function<Cancellation, T> action) {
        return Waits.within(parts.limits().callTime(), ends, parts.threads().time(), action);
    }

    private void add(Json json, Map<String, Skill> skills) {
        try {
            SkillEntry entry = SkillEntry.of(options.name, json);
            if (skills.putIfAbsent(entry.name(), skill(entry)) != null) {
                throw new IllegalArgumentException("its name is listed twice");
            }
        } catch (IllegalArgumentException unusable) {
            String uri = VisibleText.of(json.get("uri").findText().orElse("without an address"));
            parts.log()
                    .accept("skill " + uri.substring(0, Math.min(uri.length(), 128)) + " is left out: "
                            + unusable.getMessage());
        }
    }

    private Skill skill(SkillEntry entry) {
        AtomicReference<@Nullable SkillFiles> loaded = new AtomicReference<>();
        Skill named = Skill.of(entry.name(), "A skill of the server " + options.name + ".")
                .withOnDemand();
        return named.withTools(
                tool(
                        "use_" + entry.name(),
                        "Switches on the skill " + entry.name() + " of the server " + options.name
                                + ", which the person is shown first. What it is for is not known before.",
                        NO_ARGUMENTS,
                        (none, context) -> {
                            SkillFiles files = loaded(entry, loaded, context.cancellation());
                            context.state().update(named.active(), before -> true);
                            return ToolEnvelope.ok(Json.object()
                                    .with("description", files.description())
                                    .with("instructions", files.instructions())
                                    .with("files", names(files)));
                        }),
                tool(
                        "read_" + entry.name(),
                        "Reads a file of the skill " + entry.name() + ".",
                        NAMED,
                        (arguments, context) -> file(
                                loaded(entry, loaded, context.cancellation()),
                                arguments.get("file").asText())));
    }

    private static List<String> names(SkillFiles files) {
        List<String> names = new ArrayList<>();
        files.names().forEach(names::add);
        return names;
    }

    /** What a tool of a skill does. */
    private interface Work {
        ToolEnvelope run(Json arguments, ToolContext context);
    }

    private static AiTool tool(String name, String purpose, Json schema, Work work) {
        return AiTool.of(name, purpose, schema, (arguments, context) -> {
                    try {
                        return work.run(arguments, context);
                    } catch (McpFailure failed) {
                        return failed.toEnvelope();
                    }
                })
                .withTags("mcp")
                .withOrigin(ContentOrigin.MCP)
                .withReadOnly()
                .withIdempotent()
                .withAffinity(ThreadAffinity.POOL)
                .withTimeout(Duration.ofMinutes(10)); // a person reads it meanwhile
    }

    /** Returns the files, which are read and shown to the person when they are first needed. */
    private SkillFiles loaded(SkillEntry entry, AtomicReference<@Nullable SkillFiles> loaded, Cancellation ends) {
        SkillFiles known = loaded.get();
        if (known != null) {
            return known;
        }
        SkillFiles read = within(ends, each -> read(entry, each));
        if (!review.isAgreed(read, ends)) {
            throw McpFailure.of(
                    McpFailure.Kind.DENIED,
                    "the person did not agree to the skill " + entry.name() + ", or was not asked");
        }
        loaded.set(read);
        return read;
    }

    /** Reads the files, the main one first: the others are not asked for if it is not what was listed. */
    private SkillFiles read(SkillEntry entry, Cancellation ends) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, SkillEntry.ListedFile> file : entry.files().entrySet()) {
                files.put(file.getKey(), read(file.getKey(), file.getValue(), ends));
                boolean main = file.getKey().equals(SkillFiles.MAIN);
                if (main
                        && !SkillFiles.of(files)
                                .frontMatter()
                                .canonical()
                                .equals(entry.frontMatter().canonical())) {
                    throw new IllegalArgumentException("its front matter is not the one that was listed");
                }
            }
            return SkillFiles.of(files);
        } catch (IllegalArgumentException unusable) {
            throw McpFailure.of(
                    McpFailure.Kind.PROTOCOL, "the skill " + entry.name() + " is not used: " + unusable.getMessage());
        }
    }

    private byte[] read(String name, SkillEntry.ListedFile listed, Cancellation ends) {
        Json asked = Json.object().with("uri", listed.uri());
        Json result = link.session(ends).request("resources/read", asked, ServerSession.Call.of(ends));
        byte[] bytes = JsonMembers.elements(result, "contents").stream()
                .filter(content -> content.get("uri").equals(asked.get("uri")))
                .findFirst()
                .map(RemoteSkills::bytes)
                .orElseThrow(() -> new IllegalArgumentException(name + " is not there"));
        String digest = SkillFiles.sha256(bytes);
        if (bytes.length != listed.size() || !digest.equals(listed.sha256())) {
            throw new IllegalArgumentException(
                    name + " is not the file that was listed: its size or its digest differs");
        }
        return bytes;
    }

    private static byte[] bytes(Json content) {
        Optional<String> text = content.get("text").findText();
        return text.map(words -> words.getBytes(StandardCharsets.UTF_8))
                .orElseGet(() -> Base64.getDecoder()
                        .decode(content.get("blob").findText().orElse("")));
    }

    private static ToolEnvelope file(SkillFiles files, String name) {
        Optional<byte[]> bytes = files.bytes(name);
        if (bytes.isEmpty()) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.INVALID_ARGUMENTS,
                    "The skill has no such file. It has: " + String.join(", ", names(files)));
        }
        Optional<String> text = files.text(name);
        if (text.isPresent()) {
            return ToolEnvelope.ok(text.get());
        }
        String type = SkillFiles.mediaType(name);
        Blob blob = Blob.of(bytes.get(), type);
        return ToolEnvelope.ok(Json.object().with("attached", type))
                .withParts(
                        type.startsWith("image/")
                                ? Part.image(blob)
                                : new Part.File(name.substring(name.lastIndexOf('/') + 1), blob));
    }
}
