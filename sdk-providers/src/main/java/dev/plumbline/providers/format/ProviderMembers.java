package dev.plumbline.providers.format;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of a message or a tool call that only its provider understands, such as a signature. They are stored as
 * an opaque part after their message or call, and sent back with it. The stored form has no {@code type}, which
 * distinguishes it from blocks and items that are sent back as a whole.
 */
public final class ProviderMembers {
    private static final String KIND = "members_of";
    private static final String MEMBERS = "members";
    private static final String BACK = "back";
    private static final String END = "end";

    private ProviderMembers() {}

    /** Returns the members of an object that are not in {@code known}; empty values and nulls are left out. */
    public static Json unknown(Json object, Set<String> known) {
        Json unknown = Json.object();
        for (Map.Entry<String, Json> member : object.fields().entrySet()) {
            if (!known.contains(member.getKey()) && !isVoid(member.getValue())) {
                unknown = unknown.with(member.getKey(), member.getValue());
            }
        }
        return unknown;
    }

    public static boolean isVoid(Json value) {
        return switch (value.kind()) {
            case NULL, MISSING -> true;
            case ARRAY -> value.elements().isEmpty();
            case OBJECT -> value.fields().isEmpty();
            default -> false;
        };
    }

    /** Returns the opaque data for members of the preceding message or call. */
    public static Json data(Kind kind, Json members) {
        return Json.object().with(KIND, kind.word).with(MEMBERS, members);
    }

    /** Returns the opaque data for members of the call that is followed by {@code back} others. */
    public static Json ofCall(int back, Json members) {
        Json data = data(Kind.CALL, members);
        return back == 0 ? data : data.with(BACK, back);
    }

    /**
     * Returns the opaque data for members of the last characters of the preceding text. The text stays one part, so that what
     * a policy looks for in it is found across the place where they begin.
     */
    public static Json ofEnd(int characters, Json members) {
        return data(Kind.MESSAGE, members).with(END, characters);
    }

    /** Returns where in the preceding text the characters begin that the members of a part belong to. */
    public static int start(Part part, String text) {
        int characters = number((Part.Opaque) part, END, text.length());
        int start = Math.max(0, text.length() - characters);
        return start > 0 && Character.isLowSurrogate(text.charAt(start)) ? start - 1 : start;
    }

    /** Returns the members that a part holds for its provider; null for any other part. */
    public static @Nullable Json of(Kind kind, Part part, String provider) {
        if (!(part instanceof Part.Opaque opaque) || !opaque.provider().equals(provider)) {
            return null;
        }
        Json data = opaque.data();
        boolean fits = data.kind() == Json.Kind.OBJECT
                && data.get(KIND).equals(Json.of(kind.word))
                && data.get(MEMBERS).kind() == Json.Kind.OBJECT;
        return fits ? data.get(MEMBERS) : null;
    }

    /** Returns the members of each tool call of one answer, by its number; null if no call has any. */
    public static @Nullable Json @Nullable [] ofCalls(List<? extends Interaction> answer, String provider) {
        @Nullable Json[] found = null;
        int calls = 0;
        for (Interaction item : answer) {
            if (item instanceof Interaction.ToolCall) {
                calls++;
            } else if (item instanceof Interaction.Assistant said && calls > 0) {
                found = add(found, said.parts(), calls, provider);
            }
        }
        return found;
    }

    private static @Nullable Json @Nullable [] add(
            @Nullable Json @Nullable [] found, List<Part> parts, int calls, String provider) {
        @Nullable Json[] all = found;
        for (Part part : parts) {
            Json members = of(Kind.CALL, part, provider);
            int number = members == null ? -1 : calls - 1 - number((Part.Opaque) part, BACK, 0);
            if (members != null && number >= 0) {
                all = all == null ? new Json[number + 1] : all;
                all = number < all.length ? all : Arrays.copyOf(all, number + 1);
                all[number] = plus(all[number], members);
            }
        }
        return all;
    }

    /** Returns the members of a call whose members came in several places. */
    private static Json plus(@Nullable Json known, Json more) {
        Json all = more;
        if (known != null) {
            for (Map.Entry<String, Json> member : known.fields().entrySet()) {
                all = all.get(member.getKey()).exists() ? all : all.with(member.getKey(), member.getValue());
            }
        }
        return all;
    }

    private static int number(Part.Opaque part, String member, int otherwise) {
        Json number = part.data().get(member);
        return number.kind() == Json.Kind.NUMBER
                ? (int) Math.min(Integer.MAX_VALUE, Math.max(0, number.asDouble()))
                : otherwise;
    }

    /** Writes members into an open object, except those that the object has already. */
    public static void write(JsonWriter json, @Nullable Json members, Set<String> owned) {
        if (members != null) {
            members.fields().forEach((name, value) -> {
                if (!owned.contains(name)) {
                    json.name(name).json(value);
                }
            });
        }
    }

    /** Writes the members of the call with that number, if any. */
    public static void write(JsonWriter json, @Nullable Json @Nullable [] members, int number, Set<String> owned) {
        if (members != null && number < members.length) {
            write(json, members[number], owned);
        }
    }

    /** The element that members belong to. */
    public enum Kind {
        /** A message, or a block of text. */
        MESSAGE("message"),
        /** A tool call. */
        CALL("call");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }
}
