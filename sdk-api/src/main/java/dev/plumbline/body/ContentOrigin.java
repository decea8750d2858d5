package dev.plumbline.body;

import dev.plumbline.json.Json;
import java.util.Collection;
import java.util.Locale;

/**
 * Where content comes from, as the label that tool results and facts have; later constants are trusted less. Content
 * made of several sources has the label of the least trusted one. The label is a member of {@link ToolEnvelope#meta}
 * beside the content, which cannot change it.
 */
public enum ContentOrigin {
    /** Written by the host program. */
    HOST,
    /** Written by the user. */
    USER,
    /** Made by a tool of the program from its own data: the label of results that have none. */
    TOOL,
    /** Read from a document or file that somebody else may have written. */
    DOCUMENT,
    /** Sent by a server of the Model Context Protocol. */
    MCP,
    /** Read from the network. */
    WEB;

    private static final String TAG = "origin-";
    private static final String ORIGIN = "origin";
    private static final String UNTRUSTED = "untrusted";

    /** Returns whether people other than the user and the author of the program may have written the content. */
    public boolean isUntrusted() {
        return compareTo(TOOL) > 0;
    }

    /** Returns the less trusted of both. */
    public ContentOrigin strictest(ContentOrigin other) {
        return compareTo(other) < 0 ? other : this;
    }

    /** Returns the label as text, as it is in {@code meta.origin}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the tag of tools whose results have this label. */
    public String tag() {
        return TAG + text();
    }

    /** Returns the label of the results of a tool with these tags: the strictest one, {@link #TOOL} if there is none. */
    public static ContentOrigin ofTags(Collection<String> tags) {
        ContentOrigin origin = tags.contains("open-world") ? WEB : TOOL;
        for (ContentOrigin each : values()) {
            origin = tags.contains(each.tag()) ? origin.strictest(each) : origin;
        }
        return origin;
    }

    /** Returns the label of a tool result; {@link #WEB} if it has one that does not exist. */
    public static ContentOrigin of(ToolEnvelope envelope) {
        Json label = envelope.meta().get(ORIGIN);
        return label.exists() ? named(label) : TOOL;
    }

    /** Returns the label of facts as they are sent: the strictest one of all values, {@link #HOST} if they have none. */
    public static ContentOrigin of(Interaction.Context facts) {
        ContentOrigin origin = HOST;
        for (Json fact : facts.values().values()) {
            origin = isMarkedUntrusted(fact) ? origin.strictest(named(fact.get(ORIGIN))) : origin;
        }
        return origin;
    }

    private static ContentOrigin named(Json label) {
        for (ContentOrigin each : values()) {
            if (label.kind() == Json.Kind.STRING && each.text().equals(label.asText())) {
                return each;
            }
        }
        return WEB;
    }

    /** Returns a copy of a tool result with the stricter of its own label and this one. */
    public ToolEnvelope mark(ToolEnvelope envelope) {
        ContentOrigin both = strictest(of(envelope));
        if (!both.isUntrusted()) {
            return envelope;
        }
        return envelope.withMeta(ORIGIN, both.text()).withMeta(UNTRUSTED, true);
    }

    /** Returns a fact with this label: the value itself if it is trusted, otherwise the value beside its label. */
    public Json mark(Json fact) {
        return isUntrusted()
                ? Json.object().with(ORIGIN, text()).with(UNTRUSTED, true).with("content", fact)
                : fact;
    }

    /** Returns whether a fact has the label of content that somebody else may have written; see {@link #mark(Json)}. */
    public static boolean isMarkedUntrusted(Json fact) {
        return fact.kind() == Json.Kind.OBJECT
                && fact.get(UNTRUSTED).exists()
                && fact.get(ORIGIN).exists();
    }
}
