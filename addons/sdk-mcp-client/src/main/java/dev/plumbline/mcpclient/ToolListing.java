package dev.plumbline.mcpclient;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a server lists, read page by page and checked.
 *
 * @param tools the tools that can be used, by their names here
 * @param leftOut why others cannot, by their names at the server
 */
record ToolListing(Map<String, RemoteTool> tools, Map<String, String> leftOut) {
    private static final int MOST_PAGES = 100;

    static ToolListing empty() {
        return new ToolListing(Map.of(), Map.of());
    }

    /** Asks for the tools of a server. */
    static ToolListing read(ServerSession session, McpToolOptions options, ServerSession.Call call) {
        return session.can("tools") ? of(definitions(session, options, call), options) : empty();
    }

    private static List<Json> definitions(ServerSession session, McpToolOptions options, ServerSession.Call call) {
        List<Json> found = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        Optional<String> cursor = Optional.empty();
        do {
            Json params = cursor.map(next -> Json.object().with("cursor", next)).orElse(Json.object());
            Json page = session.request("tools/list", params, call);
            found.addAll(JsonMembers.elements(page, "tools"));
            cursor = page.get("nextCursor").findText();
            boolean repeated = cursor.isPresent() && !cursors.add(cursor.get());
            if (repeated || cursors.size() > MOST_PAGES) {
                throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the list of tools has no end: its cursors repeat");
            }
        } while (cursor.isPresent() && found.size() <= options.limits.tools());
        return found;
    }

    static ToolListing of(List<Json> definitions, McpToolOptions options) {
        Map<String, RemoteTool> tools = new LinkedHashMap<>();
        Map<String, String> leftOut = new TreeMap<>();
        Set<String> names = new HashSet<>();
        Set<String> repeated = new HashSet<>();
        definitions.forEach(each ->
                each.get("name").findText().filter(name -> !names.add(name)).ifPresent(repeated::add));
        for (Json definition : definitions) {
            String shown = VisibleText.of(definition.get("name").findText().orElse("a tool without a name"));
            String name = shown.substring(0, Math.min(shown.length(), 128));
            try {
                if (repeated.contains(definition.get("name").findText().orElse(""))) {
                    throw new IllegalArgumentException("its name is listed twice");
                }
                if (tools.size() >= options.limits.tools()) {
                    throw new IllegalArgumentException("the server has more than " + options.limits.tools() + " tools");
                }
                RemoteTool tool = RemoteTool.of(options.name, definition, options.schemas);
                if (tools.putIfAbsent(tool.name(), tool) != null) {
                    throw new IllegalArgumentException("its name here is that of another one of its tools");
                }
            } catch (IllegalArgumentException unusable) {
                leftOut.put(name, String.valueOf(unusable.getMessage()));
            }
        }
        return new ToolListing(tools, leftOut);
    }
}
