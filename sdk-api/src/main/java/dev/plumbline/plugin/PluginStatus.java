package dev.plumbline.plugin;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A snapshot of the status of a plugin. Immutable. Created by the SDK; a later version may add components.
 *
 * @param id the plugin's id; its class name if the id could not be read
 * @param version the plugin's version; empty if it could not be read
 * @param state the state, which says whether new sessions get the plugin
 * @param reason why it is not active, or another problem; empty if there is none
 * @param services the health of its services, by name
 */
public record PluginStatus(String id, String version, State state, String reason, Map<String, Boolean> services) {
    public PluginStatus {
        services = Map.copyOf(services);
    }

    /** Returns a line of text for the plugin, and one for each service. */
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

    /** The state of a plugin. */
    public enum State {
        /** Found, and not yet activated. */
        DISCOVERED,
        /** Active: new sessions get the plugin. */
        ACTIVE,
        /** Failed and left out. */
        FAILED,
        /** Disabled in the settings. */
        DISABLED,
        /** Left out because a required plugin is not active. */
        SKIPPED_DEPENDENCY
    }
}
