package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.Objects;

/**
 * The name and version by which a client introduces itself. Nobody verifies them, so they are for display. Invisible
 * characters are escaped and long names are cut. A value.
 *
 * @param name e.g. {@code claude-code}; at most 80 characters
 * @param version at most 40 characters; empty if not given
 */
public record McpClientInfo(String name, String version) {
    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_VERSION = 40;

    public McpClientInfo {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
    }

    /** Reads {@code clientInfo}; a client without a name is called {@code unnamed}. */
    static McpClientInfo from(Json info) {
        String name = info.get("name").findText().map(String::strip).orElse("");
        return new McpClientInfo(
                name.isEmpty() ? "unnamed" : visible(name, LONGEST_NAME),
                visible(info.get("version").findText().orElse(""), LONGEST_VERSION));
    }

    private static String visible(String text, int longest) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(longest).forEach(c -> {
            if (c == ' ' || Character.isLetterOrDigit(c) || (c > ' ' && c < 0x7F)) {
                shown.appendCodePoint(c);
            } else {
                shown.append("\\u{").append(Integer.toHexString(c)).append('}');
            }
        });
        return shown.substring(0, Math.min(shown.length(), longest));
    }

    @Override
    public String toString() {
        return version.isEmpty() ? name : name + " " + version;
    }
}
