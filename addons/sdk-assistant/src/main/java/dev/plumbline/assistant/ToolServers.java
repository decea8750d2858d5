package dev.plumbline.assistant;

import dev.plumbline.assistant.ToolServer.RefusedServer;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The servers of tools that the user has added, in the settings under {@code mcpServers}, without the values of their variables
 * and headers: those are secrets, in the keyring of the system or for this session.
 */
final class ToolServers {
    private static final String KEY = "mcpServers";

    private final AssistantSettings settings;
    private final Keys keys;

    ToolServers(AssistantSettings settings, Keys keys) {
        this.settings = settings;
        this.keys = keys;
    }

    /** Returns whether the module {@code sdk-mcp-client} is there. */
    static boolean arePossible() {
        try {
            ToolServerLinks.requireModule();
            return true;
        } catch (LinkageError missing) {
            return false;
        }
    }

    /** Returns why a server cannot be used, and what to do. */
    static String sentence(ToolServer server, Throwable failure, AssistantWords words) {
        String place =
                server.command().isEmpty() ? server.url() : server.command().get(0);
        if (!(failure instanceof AiException known) || Faults.code(failure).equals("server-address")) {
            return Faults.sentence(failure, words);
        }
        return switch (known.error().category()) {
            case AUTHENTICATION -> words.say("servers.fault.key");
            case TIMEOUT_TOTAL -> words.say("servers.fault.late");
            case CONFIGURATION, NETWORK ->
                words.say(server.command().isEmpty() ? "servers.fault.reach" : "servers.fault.start", place);
            default -> Faults.sentence(failure, words);
        };
    }

    /** Returns what is kept of the servers, to compare. */
    static String text(AssistantSettings settings) {
        return settings.get(KEY);
    }

    /** Returns all servers, without their secrets; none if the settings were changed by hand and cannot be read. */
    List<ToolServer> list() {
        String text = text(settings);
        try {
            return text.isEmpty() ? List.of() : ToolServer.read(text);
        } catch (RefusedServer damaged) {
            return List.of();
        }
    }

    /** Returns a server with its secrets. Waits for the keyring. */
    ToolServer withSecrets(ToolServer server) {
        Map<String, String> values = new LinkedHashMap<>();
        server.secrets()
                .keySet()
                .forEach(secret -> keys.find(server.keyOf(secret)).ifPresent(value -> {
                    values.put(secret, new String(value));
                    Arrays.fill(value, ' ');
                }));
        return server.withSecrets(values);
    }

    /**
     * Adds servers; one with the name of another replaces it. Waits for the keyring.
     *
     * @return whether all secrets are in the keyring
     * @throws RefusedServer if the text cannot be read
     */
    boolean add(String text) {
        List<ToolServer> more = ToolServer.read(text);
        boolean kept = true;
        for (ToolServer server : more) {
            for (Map.Entry<String, String> secret : server.secrets().entrySet()) {
                char[] value = secret.getValue().toCharArray();
                kept &= keys.store(server.keyOf(secret.getKey()), value) == Keys.Place.KEYRING;
                Arrays.fill(value, ' ');
            }
        }
        change(all -> {
            Map<String, ToolServer> byName = byName(all);
            more.forEach(server -> byName.put(server.name(), server));
            return List.copyOf(byName.values());
        });
        return kept;
    }

    /** Removes a server and its secrets. Waits for the keyring. */
    void remove(ToolServer server) {
        server.secrets().keySet().forEach(secret -> keys.delete(server.keyOf(secret)));
        change(all ->
                all.stream().filter(each -> !each.name().equals(server.name())).toList());
    }

    void setOff(ToolServer server, boolean off) {
        change(all -> all.stream()
                .map(each -> each.name().equals(server.name()) ? each.withOff(off) : each)
                .toList());
    }

    private static Map<String, ToolServer> byName(List<ToolServer> all) {
        Map<String, ToolServer> byName = new LinkedHashMap<>();
        all.forEach(each -> byName.put(each.name(), each));
        return byName;
    }

    private void change(UnaryOperator<List<ToolServer>> change) {
        Json entries = Json.object();
        List<ToolServer> all = new ArrayList<>(change.apply(list()));
        for (ToolServer each : all) {
            Map<String, String> blank =
                    each.secrets().keySet().stream().collect(Collectors.toMap(name -> name, name -> ""));
            entries = entries.with(each.name(), each.withSecrets(blank).toJson());
        }
        settings.put(Map.of(
                KEY, all.isEmpty() ? "" : Json.object().with(KEY, entries).text()));
    }

    /** Returns the servers that are used now, with their secrets. Waits for the keyring. */
    List<ToolServer> used() {
        return list().stream()
                .filter(each -> !each.off())
                .map(this::withSecrets)
                .toList();
    }

    /**
     * Where it is kept which definitions of tools the person has agreed to.
     *
     * @param folder a folder, where conversations are kept, too
     * @param others used without one: as long as the program runs
     */
    record ApprovedTools(Optional<Path> folder, Map<String, String> others) {}
}
