package dev.plumbline.assistant;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A server of tools that the user has added: an entry of the {@code mcpServers} JSON that other clients read, too. Immutable;
 * {@code toString} shows no value.
 *
 * @param name 1 to 24 letters, digits and hyphens
 * @param command the program and its arguments; empty for a server at an address
 * @param url the address; empty for a program
 * @param secrets the values of its environment variables, or of the headers of its requests, by their names
 * @param off whether it is not used now
 */
record ToolServer(String name, List<String> command, String url, Map<String, String> secrets, boolean off) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");
    private static final int LONGEST_NAME = 24;

    ToolServer {
        command = List.copyOf(command);
        secrets = Map.copyOf(secrets);
    }

    ToolServer withSecrets(Map<String, String> values) {
        return new ToolServer(name, command, url, values, off);
    }

    ToolServer withOff(boolean now) {
        return new ToolServer(name, command, url, secrets, now);
    }

    /** Returns what a person sees of it. */
    String display() {
        return url.isEmpty() ? String.join(" ", command) : url;
    }

    /** Returns the name of a secret in the keyring. */
    String keyOf(String secret) {
        return "mcp " + name + " " + secret;
    }

    Json toJson() {
        Json entry = url.isEmpty()
                ? Json.object()
                        .with("command", command.get(0))
                        .with("args", command.subList(1, command.size()))
                        .with("env", Json.of(secrets))
                : Json.object().with("type", "http").with("url", url).with("headers", Json.of(secrets));
        return off ? entry.with("disabled", true) : entry;
    }

    /**
     * Reads servers in the form of other clients: {@code mcpServers}, or {@code servers} as VS Code has it, or the servers
     * alone.
     *
     * @throws RefusedServer if it cannot be read, with the place
     */
    static List<ToolServer> read(String text) {
        Json all;
        try {
            all = Json.parse(text);
        } catch (JsonException e) {
            throw new RefusedServer("json", e.place());
        }
        for (String member : List.of("mcpServers", "servers")) {
            all = all.get(member).kind() == Json.Kind.OBJECT ? all.get(member) : all;
        }
        if (all.kind() != Json.Kind.OBJECT || all.fields().isEmpty()) {
            throw new RefusedServer("none", "");
        }
        List<ToolServer> servers = new ArrayList<>();
        all.fields().forEach((name, entry) -> servers.add(read(name, entry)));
        return servers;
    }

    private static ToolServer read(String name, Json entry) {
        if (entry.kind() != Json.Kind.OBJECT) {
            throw new RefusedServer("entry", name);
        }
        String url = text(name, entry, "url")
                .or(() -> text(name, entry, "serverUrl"))
                .orElse("");
        List<String> command = new ArrayList<>();
        text(name, entry, "command").ifPresent(command::add);
        if (command.isEmpty() == url.isEmpty()) {
            throw new RefusedServer("entry", name);
        }
        if (url.isEmpty()) {
            command.addAll(texts(name, entry, "args"));
        }
        Map<String, String> secrets = new LinkedHashMap<>();
        String where = url.isEmpty() ? "env" : "headers";
        if (entry.get(where).exists()) {
            if (entry.get(where).kind() != Json.Kind.OBJECT) {
                throw new RefusedServer("member", name + ", " + where);
            }
            entry.get(where)
                    .fields()
                    .forEach((secret, value) -> secrets.put(
                            secret,
                            value.findText()
                                    .filter(found -> isPlain(name, found, where + ", " + secret))
                                    .orElseThrow(
                                            () -> new RefusedServer("member", name + ", " + where + ", " + secret))));
        }
        boolean off = entry.get("disabled").kind() == Json.Kind.BOOLEAN
                && entry.get("disabled").asBoolean();
        return new ToolServer(named(name), command, url, secrets, off);
    }

    private static Optional<String> text(String server, Json entry, String member) {
        Json value = entry.get(member);
        if (!value.exists()) {
            return Optional.empty();
        }
        return Optional.of(value.findText()
                .filter(text -> !text.isBlank() && isPlain(server, text, member))
                .orElseThrow(() -> new RefusedServer("member", server + ", " + member)));
    }

    private static List<String> texts(String server, Json entry, String member) {
        Json value = entry.get(member);
        if (!value.exists()) {
            return List.of();
        }
        if (value.kind() != Json.Kind.ARRAY) {
            throw new RefusedServer("member", server + ", " + member);
        }
        List<String> texts = new ArrayList<>();
        for (Json each : value.elements()) {
            String place = member + " " + (texts.size() + 1);
            texts.add(each.findText()
                    .filter(text -> isPlain(server, text, place))
                    .orElseThrow(() -> new RefusedServer("member", server + ", " + place)));
        }
        return texts;
    }

    /** Returns true, or refuses a placeholder that only another client knows. */
    private static boolean isPlain(String server, String text, String place) {
        if (PLACEHOLDER.matcher(text).find()) {
            throw new RefusedServer("placeholder", server + ", " + place);
        }
        return true;
    }

    /** Returns a name that the names of tools can begin with. */
    private static String named(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
        if (plain.isEmpty()) {
            throw new RefusedServer("name", name);
        }
        return plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) : plain;
    }

    @Override
    public String toString() {
        return "ToolServer[" + name + "]";
    }

    /** What cannot be read, by a rule that the words name, and its place. */
    static final class RefusedServer extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final String rule;
        private final String place;

        RefusedServer(String rule, String place) {
            super(rule + ": " + place);
            this.rule = rule;
            this.place = place;
        }

        String sentence(AssistantWords words) {
            return words.say("servers.refused." + rule, place);
        }
    }
}
