package dev.plumbline.plugin.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a skill: a folder with {@code SKILL.md}, read once and whole, so that what a person has seen is what a model
 * reads later. Links are refused, because what they lead to may change; hidden files are left out. Immutable.
 */
public final class SkillFiles {
    /** The file with front matter and instructions. */
    public static final String MAIN = "SKILL.md";

    private static final String ALLOWED = "allowed-tools";
    private static final int MOST_FILES = 512;
    private static final int MOST_BYTES = 16 << 20;
    private static final int LONGEST_MAIN = 256 << 10;
    private static final int DEEPEST = 8;

    /** More than the format allows, because skills of its own authors have more. */
    private static final int LONGEST_DESCRIPTION = 4_096;

    private final SortedMap<String, byte[]> files;
    private final FrontMatter main;

    private SkillFiles(SortedMap<String, byte[]> files) {
        this.files = Collections.unmodifiableSortedMap(files);
        byte[] text = files.get(MAIN);
        if (text == null || text.length > LONGEST_MAIN) {
            throw new IllegalArgumentException(
                    text == null ? "it has no " + MAIN : MAIN + " is longer than " + LONGEST_MAIN + " bytes");
        }
        main = FrontMatter.of(text(text).orElseThrow(() -> new IllegalArgumentException(MAIN + " is not UTF-8")));
        requireText(
                "name", "[a-z0-9]+(-[a-z0-9]+)*", 64, "1 to 64 small letters, digits and single hyphens between them");
        requireText("description", "(?s).+", LONGEST_DESCRIPTION, "1 to " + LONGEST_DESCRIPTION + " characters");
    }

    private void requireText(String field, String form, int longest, String rule) {
        String value = main.fields().get(field).findText().orElse("");
        if (!value.matches(form) || value.length() > longest) {
            throw new IllegalArgumentException("the front matter of " + MAIN + " needs a " + field + " of " + rule);
        }
    }

    /**
     * Reads a folder.
     *
     * @throws IllegalArgumentException names the folder and the rule that it breaks
     * @throws UncheckedIOException if a file cannot be read
     */
    public static SkillFiles read(Path folder) {
        try {
            return new SkillFiles(filesOf(folder));
        } catch (IllegalArgumentException unusable) {
            throw new IllegalArgumentException(
                    "the folder " + folder + " is not a skill: " + unusable.getMessage(), unusable);
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the skill in " + folder + " cannot be read", e);
        }
    }

    /**
     * Returns the skill that files from elsewhere are, by their names.
     *
     * @throws IllegalArgumentException with the rule that they break
     */
    public static SkillFiles of(Map<String, byte[]> files) {
        long bytes = 0;
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            bytes += file.getValue().length;
            requireName(file.getKey());
        }
        require(bytes <= MOST_BYTES, "it is larger than " + MOST_BYTES + " bytes");
        require(files.size() <= MOST_FILES, "it has more than " + MOST_FILES + " files");
        return new SkillFiles(new TreeMap<>(files));
    }

    /**
     * Checks the name of a file.
     *
     * @throws IllegalArgumentException with the rule that it breaks
     */
    public static void requireName(String name) {
        require(
                name.matches("[\\p{L}\\p{N} ._/()+,@=~-]{1,255}"),
                "the name of a file has other characters" + " than letters, digits, blanks and . _ ( ) + , @ = ~ -");
        require(
                !name.startsWith(".") && !name.startsWith("/") && !name.contains("/.") && !name.contains("//"),
                "a file is hidden, or outside of its folder");
    }

    private static SortedMap<String, byte[]> filesOf(Path folder) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        long bytes = 0;
        if (!Files.isDirectory(folder)) {
            return files;
        }
        try (Stream<Path> all = Files.walk(folder, DEEPEST + 1)) {
            for (Path path : (Iterable<Path>) all.sorted()::iterator) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                if (name.isEmpty() || name.startsWith(".") || name.contains("/.")) {
                    continue;
                }
                require(!Files.isSymbolicLink(path), name + " is a link");
                require(path.getNameCount() - folder.getNameCount() <= DEEPEST, "it is nested deeper than " + DEEPEST);
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    requireName(name);
                    bytes += Files.size(path);
                    require(bytes <= MOST_BYTES, "it is larger than " + MOST_BYTES + " bytes");
                    files.put(name, Files.readAllBytes(path));
                    require(files.size() <= MOST_FILES, "it has more than " + MOST_FILES + " files");
                }
            }
        }
        return files;
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** Returns the name, as its front matter says. */
    public String name() {
        return main.fields().get("name").asText();
    }

    /** Returns what it is for, as its front matter says. */
    public String description() {
        return main.fields().get("description").asText();
    }

    /** Returns the front matter as JSON. */
    public Json frontMatter() {
        return main.fields();
    }

    /** Returns the tools that its author wants to run without a question, as written; empty if there are none. */
    public String allowedTools() {
        Json tools = main.fields().get(ALLOWED);
        return tools.kind() == Json.Kind.ARRAY
                ? tools.elements().stream()
                        .map(tool -> tool.findText().orElseGet(tool::text))
                        .collect(Collectors.joining(" "))
                : tools.findText().orElse("");
    }

    /**
     * Returns what a person sees of a skill of others before it is used: all of its files, with invisible characters
     * escaped.
     *
     * @param author who wrote it
     */
    public List<Question.Part> shown(ContentOrigin author, Words words) {
        List<Question.Part> parts = new ArrayList<>();
        parts.add(Question.Part.host(words.say("skill.intro", name())));
        if (!allowedTools().isEmpty()) {
            parts.add(Question.Part.host(words.say("skill.tools")));
            parts.add(Question.Part.of(author, ALLOWED, VisibleText.of(allowedTools())));
        }
        for (String file : files.keySet()) {
            String text = text(file)
                    .orElseGet(() -> words.say("skill.binary", sha256(file).orElse("")));
            parts.add(Question.Part.of(author, file, VisibleText.of(text)));
        }
        return parts;
    }

    /** Returns the text behind the front matter. */
    public String instructions() {
        return main.text();
    }

    /** Returns the names of all files, with slashes, in order. */
    public Iterable<String> names() {
        return files.keySet();
    }

    /** Returns the bytes of a file; empty if there is none of that name. */
    public Optional<byte[]> bytes(String name) {
        return Optional.ofNullable(files.get(name)).map(bytes -> Arrays.copyOf(bytes, bytes.length));
    }

    /** Returns the text of a file; empty if there is none of that name, or if it is no text. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(files.get(name)).flatMap(SkillFiles::text);
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    /** Returns the digest of all names and bytes: what a person approves. */
    public String digest() {
        Digest all = Digest.of("plb1/skill");
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            all = all.text(file.getKey()).text(sha256(file.getValue()));
        }
        return all.fingerprint().toString();
    }

    /** Returns the SHA-256 of a file as hexadecimal digits; empty if there is none of that name. */
    public Optional<String> sha256(String name) {
        return Optional.ofNullable(files.get(name)).map(SkillFiles::sha256);
    }

    /** Returns the SHA-256 of bytes as hexadecimal digits. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the media type of a file, by its ending. */
    public static String mediaType(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "md" -> "text/markdown";
            case "json" -> "application/json";
            case "png" -> "image/png";
            case "jpg", "jpeg" -> "image/jpeg";
            case "gif" -> "image/gif";
            case "webp" -> "image/webp";
            case "pdf" -> "application/pdf";
            case "txt", "py", "js", "ts", "sh", "html", "css", "xml", "csv", "yaml", "yml", "toml", "java" ->
                "text/plain";
            default -> "application/octet-stream";
        };
    }

    @Override
    public String toString() {
        return "SkillFiles[" + name() + ", " + files.size() + " files]";
    }
}
