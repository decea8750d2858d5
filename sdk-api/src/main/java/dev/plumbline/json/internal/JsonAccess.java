package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a {@link Json} shows to this package and to no program: its node and its location. Json sets it when it is loaded. */
public final class JsonAccess {
    private static volatile @Nullable Members access;

    private JsonAccess() {}

    /** Sets the access; called by {@link Json} alone. */
    public static void set(Members json) {
        access = json;
    }

    private static Members access() {
        Members known = access;
        if (known == null) {
            // Loads the class, which sets the field.
            Json.object();
            return access();
        }
        return known;
    }

    static Json json(Node node, JsonLocation place) {
        return access().create(node, place);
    }

    /** Returns the node; throws a JsonException if there is no value. */
    public static Node node(Json json) {
        Node node = access().nodeOf(json);
        if (node == LiteralNode.MISSING) {
            throw misfit(json, "a value", Json.Kind.MISSING);
        }
        return node;
    }

    static Json moved(Json json, JsonLocation place) {
        return json(access().nodeOf(json), place);
    }

    /** Returns the value as a root, so that the places in errors begin with it. */
    public static Json atRoot(Json json) {
        return moved(json, JsonLocation.ROOT);
    }

    static JsonLocation place(Json json) {
        return access().placeOf(json);
    }

    static JsonException fault(Json json, String rule) {
        return new JsonException(place(json).pointer(), rule);
    }

    /** Returns the exception for a value that does not fit the expected kind. */
    public static JsonException misfit(Json json, String wanted, Json.Kind wantedKind) {
        return fault(json, misfit(json.kind(), wanted, wantedKind));
    }

    /** Returns the rule that a value of a kind breaks if another kind is expected. */
    static String misfit(Json.Kind found, String wanted, Json.Kind wantedKind) {
        String what = switch (found) {
            case MISSING -> "no value";
            case NULL -> word(found);
            case OBJECT, ARRAY -> "an " + word(found);
            case STRING, NUMBER, BOOLEAN -> "a " + word(found);
        };
        boolean isAnother = found == wantedKind && found != Json.Kind.MISSING;
        return "expected " + wanted + ", but found " + (isAnother ? "another " + word(found) : what);
    }

    static String word(Json.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The members that are shown. */
    public interface Members {
        Json create(Node node, JsonLocation place);

        Node nodeOf(Json json);

        JsonLocation placeOf(Json json);
    }
}
