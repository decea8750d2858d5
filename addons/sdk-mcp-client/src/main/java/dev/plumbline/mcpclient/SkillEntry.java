package dev.plumbline.mcpclient;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.internal.SkillFiles;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A skill as a server lists it.
 *
 * @param name its name here: that of the server, a hyphen, and its own
 * @param frontMatter what its {@code SKILL.md} says in front, as it was listed
 * @param files its files by their names, {@code SKILL.md} first
 */
record SkillEntry(String name, Json frontMatter, Map<String, ListedFile> files) {
    private static final int MOST_FILES = 512;
    private static final long MOST_BYTES = 16 << 20;

    /**
     * Reads an entry.
     *
     * @throws IllegalArgumentException if it cannot be used, with the rule
     */
    static SkillEntry of(String server, Json json) {
        String main = json.get("uri").findText().orElse("");
        require(main.endsWith("/" + SkillFiles.MAIN), "its address does not end with " + SkillFiles.MAIN);
        String folder = main.substring(0, main.length() - SkillFiles.MAIN.length());
        Json front = JsonMembers.object(json, "frontmatter");
        String own = front.get("name").findText().orElse("");
        String name = server.toLowerCase(Locale.ROOT) + "-" + own;
        require(name.matches("[a-z][a-z0-9-]{0,39}"), "its name and that of the server have more than 39 characters");
        Map<String, ListedFile> files = new LinkedHashMap<>();
        long bytes = 0;
        for (Json listed : JsonMembers.elements(json, "resources")) {
            String uri = listed.get("uri").findText().orElse("");
            require(uri.startsWith(folder), "a file is not in its folder");
            ListedFile file = ListedFile.of(uri, listed);
            String path = path(uri.substring(folder.length()));
            SkillFiles.requireName(path);
            require(files.put(path, file) == null, "a file is listed twice");
            bytes += file.size();
        }
        ListedFile first = files.get(SkillFiles.MAIN);
        if (first == null) {
            throw new IllegalArgumentException(SkillFiles.MAIN + " is not among its files");
        }
        require(files.size() <= MOST_FILES && bytes <= MOST_BYTES, "it has more than 512 files or 16 MiB");
        Map<String, ListedFile> ordered = new LinkedHashMap<>();
        ordered.put(SkillFiles.MAIN, first);
        ordered.putAll(files);
        return new SkillEntry(name, front, ordered);
    }

    /** Returns a part of an address without what is encoded in it. */
    private static String path(String rest) {
        URI address = URI.create("skill:/" + rest);
        require(address.getQuery() == null && address.getFragment() == null, "the address of a file has a query");
        return address.getPath().substring(1);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * A file as it is listed.
     *
     * @param uri its address at the server
     * @param sha256 its digest, hexadecimal
     * @param size its size in bytes
     */
    record ListedFile(String uri, String sha256, int size) {
        static ListedFile of(String uri, Json json) {
            String digest = json.get("digest").findText().orElse("");
            Json size = json.get("size");
            require(digest.matches("sha256:[0-9a-f]{64}"), "a file has no digest of the form sha256:…");
            require(
                    size.kind() == Json.Kind.NUMBER && size.text().matches("[0-9]{1,8}"),
                    "a file has no size, or one of more than 16 MiB");
            return new ListedFile(uri, digest.substring("sha256:".length()), size.asInt());
        }
    }
}
