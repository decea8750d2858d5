package dev.plumbline.mcpclient;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a server lists, read page by page and checked.
 *
 * @param tools the tools that can be used, by their names here
 * @param leftOut why others cannot, by their names at the server
 * @param remark why the list may lack tools; empty if it does not
 */
record ToolListing(Map<String, RemoteTool> tools, Map<String, String> leftOut, Optional<String> remark) {
    private static final int MOST_PAGES = 100;

    static ToolListing empty() {
        return new ToolListing(Map.of(), Map.of(), Optional.empty());
    }

    /** Asks for the tools of a server. A list whose end does not come is the tools that came, with a remark. */
    static ToolListing read(ServerSession session, McpToolOptions options, ServerSession.Call call) {
        if (!session.can("tools")) {
            return empty();
        }
        Set<Json> found = new LinkedHashSet<>(); // a page that comes again changes nothing
        Set<String> cursors = new HashSet<>();
        Optional<String> cursor = Optional.empty();
        Optional<String> remark = Optional.empty();
        do {
            Json params = cursor.map(next -> Json.object().with("cursor", next)).orElse(Json.object());
            Json page = session.request("tools/list", params, call);
            found.addAll(JsonMembers.elements(page, "tools"));
            cursor = page.get("nextCursor").findText().filter(next -> !next.isEmpty()); // many write "" for no more
            if (cursor.isPresent() && !cursors.add(cursor.get())) {
                remark = Optional.of("the list of tools repeats its cursor; there may be more than those that came");
            } else if (cursors.size() > MOST_PAGES) {
                remark = Optional.of(
                        "the list of tools has more than " + MOST_PAGES + " pages; the others were not read");
            }
        } while (cursor.isPresent() && remark.isEmpty() && found.size() <= options.limits.tools());
        return of(found, options, remark);
    }

    private static ToolListing of(Set<Json> definitions, McpToolOptions options, Optional<String> remark) {
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
                    throw new IllegalArgumentException("its name is listed twice, with definitions that differ");
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
        return new ToolListing(tools, leftOut, remark);
    }
}
