package dev.plumbline.mcp;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.internal.SkillFiles;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods of the extension for skills (SEP-2640); the files of skills are resources. */
final class SkillMethods {
    static final String EXTENSION = "io.modelcontextprotocol/skills";

    private static final String FOLDER = "inode/directory";

    private final Map<String, SkillFiles> skills = new LinkedHashMap<>();

    SkillMethods(List<SkillFiles> all) {
        all.forEach(skill -> skills.put(address(skill, SkillFiles.MAIN), skill));
    }

    boolean isOffered() {
        return !skills.isEmpty();
    }

    /** Returns the files of a skill as resources. */
    static List<McpResource> resources(SkillFiles skill) {
        List<McpResource> resources = new ArrayList<>();
        for (String file : skill.names()) {
            boolean main = file.equals(SkillFiles.MAIN);
            resources.add(new McpResource(
                    address(skill, file),
                    main ? skill.name() : file.substring(file.lastIndexOf('/') + 1),
                    main ? skill.description() : "",
                    SkillFiles.mediaType(file),
                    (variables, client) -> part(skill, file)));
        }
        return resources;
    }

    private static Part part(SkillFiles skill, String file) {
        return skill.text(file)
                .<Part>map(Part::text)
                .orElseGet(() ->
                        new Part.File(file, Blob.of(skill.bytes(file).orElseThrow(), SkillFiles.mediaType(file))));
    }

    private static String address(SkillFiles skill, String file) {
        return folder(skill) + encoded("/" + file);
    }

    private static String folder(SkillFiles skill) {
        return "skill://" + skill.name();
    }

    private static String encoded(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException("the name of a file cannot be a part of an address", impossible);
        }
    }

    /** Answers one of the methods; empty for another one. */
    Optional<Json> answer(String method, Json params, ClientContent content) {
        return switch (method) {
            case "skills/list" ->
                Optional.of(Json.object()
                        .with(
                                "skills",
                                skills.values().stream()
                                        .map(skill -> entry(skill, content))
                                        .toList()));
            case "skills/get" -> Optional.of(Json.object().with("skill", entry(known(params), content)));
            case "resources/directory/read" -> Optional.of(directory(address(params)));
            default -> Optional.empty();
        };
    }

    private static String address(Json params) {
        return params.get("uri").findText().orElseThrow(() -> JsonRpc.invalidParams("params.uri is missing"));
    }

    private SkillFiles known(Json params) {
        SkillFiles skill = skills.get(address(params));
        if (skill == null) {
            throw JsonRpc.invalidParams("params.uri is that of no skill; skills/list has them");
        }
        return skill;
    }

    private static Json entry(SkillFiles skill, ClientContent content) {
        List<Json> files = new ArrayList<>();
        for (String file : skill.names()) {
            files.add(Json.object()
                    .with("uri", address(skill, file))
                    .with("digest", "sha256:" + skill.sha256(file).orElseThrow())
                    .with("size", skill.bytes(file).orElseThrow().length));
        }
        return Json.object()
                .with("uri", address(skill, SkillFiles.MAIN))
                .with("frontmatter", content.json(skill.frontMatter()))
                .with("resources", files);
    }

    /** Returns the files and folders that are directly in a folder. */
    private Json directory(String uri) {
        String folder = uri.endsWith("/") ? uri : uri + "/";
        Map<String, Json> children = new LinkedHashMap<>();
        for (SkillFiles skill : skills.values()) {
            for (String file : skill.names()) {
                String address = address(skill, file);
                if (address.startsWith(folder)) {
                    String name = address.substring(folder.length());
                    int slash = name.indexOf('/');
                    String child = folder + (slash < 0 ? name : name.substring(0, slash));
                    children.put(
                            child,
                            Json.object()
                                    .with("uri", child)
                                    .with(
                                            "name",
                                            URI.create(child.substring(folder.length()))
                                                    .getPath())
                                    .with("mimeType", slash < 0 ? SkillFiles.mediaType(file) : FOLDER));
                }
            }
        }
        if (children.isEmpty()) {
            throw JsonRpc.invalidParams("params.uri is that of no folder of a skill");
        }
        return Json.object().with("resources", List.copyOf(children.values()));
    }
}
