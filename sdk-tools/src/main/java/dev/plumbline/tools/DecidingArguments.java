package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.DecidingTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a call that decide where something goes, what is lost or how much: those of the parameters that the tool
 * names, or, if it names none, of those whose names say so in English, or, if there are none of these, of all but dates and
 * long texts; and each address and account number inside other texts. A tool that changes nothing decides by its addresses alone, and only if it reaches outside.
 */
final class DecidingArguments {
    /** The words of names that are guessed, MCP tools having no others. */
    private static final Set<String> WORDS = Set.of(
            ("recipient recipients to cc bcc receiver payee account iban bic channel address email mail url uri link "
                            + "href host domain server endpoint webhook path file filename folder directory attachment attachments "
                            + "id ids user users username member participant participants attendee attendees guest guests contact "
                            + "phone amount price sum password passcode pin token key secret permission permissions role access "
                            + "program command script executable sql branch repository target destination")
                    .split(" "));

    private static final Set<String> FORMATS =
            Set.of("email", "idn-email", "uri", "iri", "uri-reference", "hostname", "uuid");

    /**
     * An address of the web with its scheme, an address of mail, an account number (ISO 13616). Here and below, repeated
     * groups give nothing back, and names begin at the beginning of a word: so a text takes time by its length, and
     * no stack.
     */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:[a-z][a-z0-9+.-]{1,20}://|(?:\\G|(?<![\\p{L}\\p{N}.-]))[\\p{L}\\p{N}.-]*?www\\.)[^\\s'\"<>()\\[\\]]+"
                    + "|(?:\\G|(?<![\\p{L}\\p{N}._%+-]))[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}-]++(?:\\.[\\p{L}\\p{N}-]++)++"
                    + "|(?<![\\p{L}\\p{N}])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{2,4}){3,8}(?![\\p{L}\\p{N}])",
            Pattern.CASE_INSENSITIVE);

    /** What may be the name of a host. */
    private static final Pattern NAMES =
            Pattern.compile("(?<![\\p{L}\\p{N}.-])[\\p{L}\\p{N}-]++(?:\\.[\\p{L}\\p{N}-]++)++");

    /** The end of the name of a host. */
    private static final Pattern TOP_LEVEL =
            Pattern.compile("\\.(?:[a-z]{2}|com|org|net|info|app|dev|io)(?![\\p{L}\\p{N}])", Pattern.CASE_INSENSITIVE);

    private static final Pattern PATH = Pattern.compile("/[^\\s'\"<>()\\[\\]]*");

    /** A date or a time: when something happens is not where it goes. */
    private static final Pattern DATE =
            Pattern.compile("[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?(?:[T ][0-9:.Z+-]*)?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?");

    private static final int LONGEST_NAME = 100;

    private final ToolDefinition tool;
    private final Set<String> named;
    private final boolean isUnknown;
    private final List<Value> found = new ArrayList<>();

    private DecidingArguments(ToolDefinition tool) {
        this.tool = tool;
        this.named = DecidingTags.of(tool.tags());
        this.isUnknown = named.isEmpty() && !tool.isReadOnly() && !hasKnown(tool.inputSchema());
    }

    /** Returns the values of a call that decide, in order. */
    static List<Value> of(ToolDefinition tool, Json arguments) {
        if (tool.isReadOnly() && !tool.isOpenWorld()) {
            return List.of();
        }
        DecidingArguments reading = new DecidingArguments(tool);
        reading.read("", arguments, tool.inputSchema(), false);
        return reading.found;
    }

    private void read(String name, Json value, Json schema, boolean decides) {
        switch (value.kind()) {
            case OBJECT ->
                value.fields()
                        .forEach((member, each) -> read(
                                member,
                                each,
                                schema.get("properties").get(member),
                                (decides && named.isEmpty())
                                        || decides(
                                                member, schema.get("properties").get(member))));
            case ARRAY -> value.elements().forEach(each -> read(name, each, schema.get("items"), decides));
            case STRING -> text(name, value.asText(), decides);
            case NUMBER -> {
                if ((decides || isUnknown) && !tool.isReadOnly()) {
                    found.add(new Value(name, value.text()));
                }
            }
            default -> {}
        }
    }

    private void text(String name, String text, boolean decides) {
        boolean mayDecide = isUnknown
                && text.length() <= LONGEST_NAME
                && !DATE.matcher(text).matches();
        if ((decides || mayDecide) && (!tool.isReadOnly() || !addresses(text).isEmpty() || isAddress(name))) {
            found.add(new Value(name, text));
            return;
        }
        for (String address : addresses(text)) {
            found.add(new Value(name, address.replaceAll("[.,;:!?]+$", "")));
        }
    }

    /** Returns the addresses in a text, in order. */
    private static List<String> addresses(String text) {
        List<String> addresses = new ArrayList<>();
        Matcher address = ADDRESS.matcher(text);
        int from = 0;
        while (address.find()) {
            addHosts(addresses, text, from, address.start());
            addresses.add(address.group());
            from = address.end();
        }
        addHosts(addresses, text, from, text.length());
        return addresses;
    }

    /** Adds the names of hosts, with their paths. */
    private static void addHosts(List<String> addresses, String text, int from, int to) {
        Matcher names = NAMES.matcher(text).region(from, to);
        while (names.find()) {
            int start = names.start();
            int end = endOfHost(text, start, names.end());
            if (end == names.end()) {
                Matcher path = PATH.matcher(text).region(end, to);
                end = path.lookingAt() ? path.end() : end;
                names.region(end, to);
            }
            if (end > 0) {
                addresses.add(text.substring(start, end));
            }
        }
    }

    /** Returns where the name of a host ends; 0 if it is none. */
    private static int endOfHost(String text, int from, int to) {
        Matcher top = TOP_LEVEL.matcher(text).useTransparentBounds(true).region(from, to);
        int end = 0;
        while (top.find()) {
            end = top.end();
        }
        return end;
    }

    private boolean decides(String name, Json schema) {
        if (!named.isEmpty()) {
            return named.contains(name);
        }
        return words(name).stream().anyMatch(WORDS::contains)
                || schema.get("format").findText().filter(FORMATS::contains).isPresent();
    }

    /** Returns whether a schema has a parameter whose name says that it decides. */
    private boolean hasKnown(Json schema) {
        if (schema.kind() == Json.Kind.OBJECT) {
            Json members = schema.get("properties");
            boolean isKnown = members.kind() == Json.Kind.OBJECT
                    && members.fields().entrySet().stream()
                            .anyMatch(member -> decides(member.getKey(), member.getValue()));
            return isKnown || schema.fields().values().stream().anyMatch(this::hasKnown);
        }
        return schema.kind() == Json.Kind.ARRAY && schema.elements().stream().anyMatch(this::hasKnown);
    }

    private static boolean isAddress(String name) {
        return words(name).stream()
                .anyMatch(Set.of("url", "uri", "href", "link", "host", "domain", "endpoint")::contains);
    }

    /** Returns the words of a name in camel case, snake case or with hyphens, in lower case. */
    static List<String> words(String name) {
        return Arrays.stream(name.split("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|[^\\p{L}\\p{N}]+"))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /**
     * A value that decides.
     *
     * @param name the name of its parameter, or of the member that has it
     * @param text the value, or the address inside a longer text
     */
    record Value(String name, String text) {}
}
