package dev.plumbline.providers.format;

import dev.plumbline.json.Json;

/** The name and the arguments of a tool call in a form that every provider accepts. */
public final class ToolCallForm {
    private static final LazyPattern NOT_IN_NAMES = new LazyPattern("[^a-zA-Z0-9_-]");
    private static final int LONGEST_NAME = 64;

    private ToolCallForm() {}

    /** Returns the arguments; wraps those that did not parse, because providers accept only objects. */
    public static Json arguments(Json arguments) {
        return arguments.kind() == Json.Kind.OBJECT ? arguments : Json.object().with("unparsed", arguments);
    }

    /**
     * Returns the name of a called tool in a form that every provider accepts, because a model may have invented it.
     */
    public static String name(String name) {
        String safe = isSafe(name) ? name : NOT_IN_NAMES.matcher(name).replaceAll("_");
        return safe.isEmpty() ? "_" : safe.substring(0, Math.min(LONGEST_NAME, safe.length()));
    }

    private static boolean isSafe(String name) {
        boolean safe = true;
        for (int i = 0; safe && i < name.length(); i++) {
            char c = name.charAt(i);
            safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        }
        return safe;
    }
}
