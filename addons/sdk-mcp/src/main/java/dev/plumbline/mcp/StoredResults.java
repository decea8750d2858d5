package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Results that were too large for an answer, as resources with pages. */
final class StoredResults {
    private static final Pattern ADDRESS =
            Pattern.compile("plumbline://result/([0-9a-f]{64})(?:\\?page=([1-9][0-9]{0,6}))?");

    private final ToolResultStore store;
    private final int pageCharacters;

    StoredResults(ToolResultStore store, int pageCharacters) {
        this.store = store;
        this.pageCharacters = pageCharacters;
    }

    boolean isOffered() {
        return store != ToolResultStore.NONE;
    }

    static String address(String digest) {
        return "plumbline://result/" + digest;
    }

    static boolean isAddress(String uri) {
        return ADDRESS.matcher(uri).matches();
    }

    /** Returns one page of a result that a call of the same client left; empty if there is none. */
    Optional<Json> read(String uri, String owner) {
        Matcher address = ADDRESS.matcher(uri);
        if (!address.matches()) {
            return Optional.empty();
        }
        int page = address.group(2) == null ? 1 : Integer.parseInt(address.group(2));
        return store.find(owner, address.group(1)).flatMap(stored -> page(uri, stored, page));
    }

    private Optional<Json> page(String uri, ToolResultStore.StoredResult stored, int page) {
        try (InputStream in = stored.content().open()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int pages = Math.max(1, (text.length() + pageCharacters - 1) / pageCharacters);
            if (page > pages) {
                return Optional.empty();
            }
            String cut = text.substring(boundary(text, page - 1), boundary(text, page));
            Json content = Json.object()
                    .with("uri", uri)
                    .with("mimeType", pages == 1 ? stored.mediaType() : "text/plain")
                    .with("text", cut);
            Json notes = Json.object().with("page", page).with("pages", pages);
            Json result = Json.object().with("contents", List.of(content));
            return Optional.of(result.with("_meta", Json.object().with("dev.plumbline/pages", notes)));
        } catch (IOException deleted) {
            return Optional.empty();
        }
    }

    /** Returns where a page begins, never between the halves of a character. */
    private int boundary(String text, int page) {
        long wanted = (long) page * pageCharacters;
        if (wanted >= text.length()) {
            return text.length();
        }
        int at = (int) wanted;
        return at > 0 && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }
}
