package dev.plumbline.mcp;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.tool.internal.ContentScans;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Results that were too large for an answer, as resources with pages. */
final class StoredResults {
    private static final Pattern ADDRESS =
            Pattern.compile("plumbline://result/([0-9a-f]{64})(?:\\?page=([1-9][0-9]{0,6}))?");

    private static final int MOST_LABELS = 1_000;

    /** The labels of the results of a client, by their references. */
    private static final StateKey<Map<String, ContentOrigin>> LABELS =
            StateKey.of("mcp-result-labels", StateKey.Scope.SESSION, Map.of());

    private final ToolResultStore store;
    private final ContentScans scans;
    private final int pageCharacters;

    /**
     * Creates the results.
     *
     * @param scans the scans of results as a whole, of which a page is a part
     */
    StoredResults(ToolResultStore store, ContentScans scans, int pageCharacters) {
        this.store = store;
        this.scans = scans;
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

    /** Remembers the label of a result of which a client can read more later. */
    static void remember(Peer.ClientMemory client, ToolEnvelope outcome) {
        ContentOrigin label = ContentOrigin.of(outcome);
        outcome.meta()
                .get("reference")
                .findText()
                .ifPresent(reference -> client.state().update(LABELS, before -> {
                    Map<String, ContentOrigin> labels =
                            before.size() < MOST_LABELS ? new LinkedHashMap<>(before) : new LinkedHashMap<>();
                    labels.merge(reference, label, ContentOrigin::strictest);
                    return labels;
                }));
    }

    /** Returns the label of a result; the strictest one if it is remembered no more. */
    private static ContentOrigin label(OpenCall call, String reference) {
        return call.peer().memory().state().get(LABELS).getOrDefault(reference, ContentOrigin.WEB);
    }

    /** Returns one page of a result that a call of the same client left; empty if there is none. */
    Optional<Json> read(String uri, OpenCall call) {
        Matcher address = ADDRESS.matcher(uri);
        if (!address.matches()) {
            return Optional.empty();
        }
        int page = address.group(2) == null ? 1 : Integer.parseInt(address.group(2));
        return store.find(call.peer().memory().id(), address.group(1)).flatMap(stored -> page(uri, stored, page, call));
    }

    private Optional<Json> page(String uri, ToolResultStore.StoredResult stored, int page, OpenCall call) {
        ClientContent content = call.content();
        if (scans.isOn() && stored.bytes() > ContentScans.LONGEST) {
            throw new JsonRpc.Failure(
                    JsonRpc.INTERNAL_ERROR,
                    200,
                    "this result has " + stored.bytes() + " bytes; redaction searches at most " + ContentScans.LONGEST);
        }
        try (InputStream in = stored.content().open()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Marks marks = scans.marks(stored.reference(), () -> Json.of(text), content.cancellation());
            int pages = Math.max(1, (text.length() + pageCharacters - 1) / pageCharacters);
            if (page > pages) {
                return Optional.empty();
            }
            int from = boundary(text, page - 1);
            Json cut = content.json(marks.part(text.substring(from, boundary(text, page)), "", from));
            Json contents = Json.object()
                    .with("uri", uri)
                    .with("mimeType", pages == 1 ? stored.mediaType() : "text/plain")
                    .with("text", cut);
            Json notes = Json.object().with("page", page).with("pages", pages);
            Json result = Json.object().with("contents", List.of(contents));
            Json meta = Json.object().with("dev.plumbline/pages", notes);
            Json label = label(call, stored.reference())
                    .mark(ToolEnvelope.ok(Json.object()))
                    .meta();
            return Optional.of(
                    result.with("_meta", label.fields().isEmpty() ? meta : meta.with(ToolResultJson.NOTES, label)));
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
