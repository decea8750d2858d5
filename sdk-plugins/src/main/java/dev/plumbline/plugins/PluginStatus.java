package dev.plumbline.plugins;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How it is with a plugin, at a moment. Immutable. Made by the SDK; a later version may add components.
 *
 * @param id its own; the name of its class where it could not be asked
 * @param version its own; empty where it could not be asked
 * @param state whether sessions that are opened now have it
 * @param reason why not, or what is wrong all the same; empty when all is well
 * @param services whether each of its services is well, by name
 */
public record PluginStatus(String id, String version, State state, String reason, Map<String, Boolean> services) {
    public PluginStatus {
        services = Map.copyOf(services);
    }

    /** A line for people, and one for each service. */
    public String describe() {
        String line = "     plugin    " + id + (version.isEmpty() ? "" : " " + version) + " "
                + state.name().toLowerCase(Locale.ROOT).replace('_', ' ') + (reason.isEmpty() ? "" : ": " + reason);
        return line
                + new TreeMap<>(services)
                        .entrySet().stream()
                                .map(service -> System.lineSeparator() + "     service   " + service.getKey() + " @"
                                        + id + (service.getValue() ? " healthy" : " not healthy"))
                                .collect(Collectors.joining());
    }

    /** What a plugin can be. */
    public enum State {
        /** Known, and not yet looked at. */
        DISCOVERED,
        /** Sessions that are opened now have it. */
        ACTIVE,
        /** Something went wrong with it. */
        FAILED,
        /** The settings say no. */
        DISABLED,
        /** Something it requires is not there. */
        SKIPPED_DEPENDENCY
    }
}
