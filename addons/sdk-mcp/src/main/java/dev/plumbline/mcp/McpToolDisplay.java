package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What clients show of a tool in addition to its description. A value.
 *
 * @param title a short text for people
 * @param icons addresses of images: {@code https:} or {@code data:}; empty for none
 */
public record McpToolDisplay(String title, List<String> icons) {
    public McpToolDisplay {
        Objects.requireNonNull(title, "title");
        icons = List.copyOf(icons);
        icons.forEach(icon -> {
            if (!icon.startsWith("https:") && !icon.startsWith("data:image/")) {
                throw new IllegalArgumentException("an icon is an https: address or a data:image/ address");
            }
        });
    }

    /** Returns the name of a tool in words as its title, e.g. {@code Draw wall} for {@code drawWall}. */
    public static McpToolDisplay ofName(String name) {
        String words = name.replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                .replaceAll("[_-]+", " ")
                .strip();
        String title = words.isEmpty()
                ? name
                : words.substring(0, 1).toUpperCase(Locale.ROOT)
                        + words.substring(1).toLowerCase(Locale.ROOT);
        return new McpToolDisplay(title, List.of());
    }

    Json addTo(Json tool) {
        Json titled = tool.with("title", title);
        return icons.isEmpty()
                ? titled
                : titled.with(
                        "icons",
                        icons.stream()
                                .map(icon -> Json.object().with("src", icon))
                                .toList());
    }
}
