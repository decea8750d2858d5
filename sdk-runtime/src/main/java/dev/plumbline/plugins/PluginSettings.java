package dev.plumbline.plugins;

import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A snapshot of the plugin settings.
 *
 * @param strict whether contributions that a manifest does not list are refused
 * @param sections the sections by plugin id
 */
record PluginSettings(boolean strict, Map<String, Section> sections) {
    static final PluginSettings NONE = new PluginSettings(false, Map.of());

    /**
     * Parses the format of docs/plugins.md.
     *
     * @throws IllegalArgumentException for invalid settings, with the path but never the value
     */
    static PluginSettings from(Json json) {
        requireMembers(json, "", Set.of("strict", "plugins"));
        Map<String, Section> sections = new LinkedHashMap<>();
        fields(json.get("plugins"), "/plugins").forEach((id, section) -> sections.put(id, section(section, id)));
        return new PluginSettings(flag(json.get("strict"), "/strict", false), sections);
    }

    private static Section section(Json json, String id) {
        String place = "/plugins/" + id;
        requireMembers(json, place, Set.of("enabled", "config"));
        Json config = json.get("config");
        fields(config, place + "/config");
        return new Section(
                flag(json.get("enabled"), place + "/enabled", true),
                config.exists() ? config : Json.object(),
                Optional.empty());
    }

    private static void requireMembers(Json json, String place, Set<String> known) {
        fields(json, place).keySet().stream()
                .filter(member -> !known.contains(member))
                .findFirst()
                .ifPresent(unknown -> {
                    throw new IllegalArgumentException(
                            "unknown member " + unknown + " at \"" + place + "\"; known are " + known);
                });
    }

    private static Map<String, Json> fields(Json json, String place) {
        if (json.exists() && json.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException("expected an object at \"" + place + "\"");
        }
        return json.exists() ? json.fields() : Map.of();
    }

    private static boolean flag(Json json, String place, boolean unlessGiven) {
        if (json.exists() && json.kind() != Json.Kind.BOOLEAN) {
            throw new IllegalArgumentException("expected true or false at \"" + place + "\"");
        }
        return json.exists() ? json.asBoolean() : unlessGiven;
    }

    /** Returns the section of a plugin; without one it is enabled with empty settings. */
    Section of(String id) {
        return sections.getOrDefault(id, new Section(true, Json.object(), Optional.empty()));
    }

    /** Returns a copy with the settings of a plugin's own file. */
    PluginSettings with(String id, Section own) {
        Map<String, Section> all = new LinkedHashMap<>(sections);
        all.put(id, own);
        return new PluginSettings(strict, all);
    }

    /**
     * The settings of one plugin.
     *
     * @param fault why its configuration is invalid; empty if it is valid
     */
    record Section(boolean enabled, Json config, Optional<String> fault) {

        /** Returns a copy in which the members of the plugin's own file override others. */
        Section with(Json own) {
            Json all = config;
            for (Map.Entry<String, Json> member : own.fields().entrySet()) {
                all = all.with(member.getKey(), member.getValue());
            }
            return new Section(enabled, all, fault);
        }

        Section broken(String why) {
            return new Section(enabled, config, Optional.of(why));
        }
    }
}
