package dev.plumbline.plugins;

import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the settings say, at a moment.
 *
 * @param strict whether what a manifest does not name is refused
 * @param sections by plugin
 */
record PluginSettings(boolean strict, Map<String, Section> sections) {
    static final PluginSettings NONE = new PluginSettings(false, Map.of());

    /**
     * The inverse of what docs/plugins.md says.
     *
     * @throws IllegalArgumentException names the place, never what is there
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
                            "there is nothing called " + unknown + " at \"" + place + "\"; there is " + known);
                });
    }

    private static Map<String, Json> fields(Json json, String place) {
        if (json.exists() && json.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException("an object belongs at \"" + place + "\"");
        }
        return json.exists() ? json.fields() : Map.of();
    }

    private static boolean flag(Json json, String place, boolean unlessGiven) {
        if (json.exists() && json.kind() != Json.Kind.BOOLEAN) {
            throw new IllegalArgumentException("true or false belongs at \"" + place + "\"");
        }
        return json.exists() ? json.asBoolean() : unlessGiven;
    }

    /** The section of a plugin; without one it is enabled with empty settings. */
    Section of(String id) {
        return sections.getOrDefault(id, new Section(true, Json.object(), Optional.empty()));
    }

    /** The same with what a plugin's own file says. */
    PluginSettings with(String id, Section own) {
        Map<String, Section> all = new LinkedHashMap<>(sections);
        all.put(id, own);
        return new PluginSettings(strict, all);
    }

    /**
     * What the settings say to a plugin.
     *
     * @param fault why its configuration cannot be used
     */
    record Section(boolean enabled, Json config, Optional<String> fault) {

        /** The members of its own file on top. */
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
