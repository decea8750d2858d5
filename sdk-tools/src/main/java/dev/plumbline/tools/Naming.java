package dev.plumbline.tools;

import dev.plumbline.json.Json;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whether a value names what a call acts on: a file, an address, a person, a thing. By the name of its member, by the
 * {@code format} of its schema, or because it is written like a path or an address. Such a value is shown whole, or not
 * approved.
 */
final class Naming {
    private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{N}]+|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})");

    private static final Pattern PATH_OR_ADDRESS =
            Pattern.compile("(?!data:)(?:[A-Za-z][A-Za-z0-9+.-]*:|[/\\\\~]|\\.{1,2}[/\\\\])\\S*");

    private static final Set<String> NAMES = Set.of(
            "account",
            "addr",
            "address",
            "bcc",
            "cc",
            "cmd",
            "command",
            "dest",
            "destination",
            "dir",
            "directory",
            "domain",
            "email",
            "endpoint",
            "executable",
            "file",
            "filename",
            "folder",
            "from",
            "host",
            "hostname",
            "href",
            "iban",
            "id",
            "identifier",
            "ids",
            "ip",
            "key",
            "link",
            "location",
            "mail",
            "name",
            "names",
            "origin",
            "owner",
            "path",
            "pathname",
            "paths",
            "port",
            "program",
            "recipient",
            "recipients",
            "ref",
            "reference",
            "repo",
            "repository",
            "resource",
            "sender",
            "server",
            "source",
            "src",
            "target",
            "to",
            "uri",
            "url",
            "urls",
            "user",
            "username",
            "uuid");

    /** Within a word, as in {@code outputpath} or {@code files}. */
    private static final Set<String> PARTS =
            Set.of("path", "file", "folder", "address", "host", "name", "mail", "url", "uri");

    private static final Set<String> FORMATS = Set.of(
            "email",
            "idn-email",
            "hostname",
            "idn-hostname",
            "ipv4",
            "ipv6",
            "uri",
            "uri-reference",
            "iri",
            "iri-reference",
            "uri-template",
            "uuid",
            "json-pointer",
            "relative-json-pointer");

    private Naming() {}

    static boolean isName(String member, String value, Json schema) {
        return isNaming(member)
                || FORMATS.contains(format(schema))
                || PATH_OR_ADDRESS.matcher(value).matches();
    }

    private static boolean isNaming(String member) {
        return WORDS.splitAsStream(member)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .anyMatch(word -> NAMES.contains(word) || PARTS.stream().anyMatch(word::contains));
    }

    private static String format(Json schema) {
        Json format = schema.get("format");
        return format.kind() == Json.Kind.STRING ? format.asText() : "";
    }
}
