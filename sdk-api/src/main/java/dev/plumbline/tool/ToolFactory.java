package dev.plumbline.tool;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.JsonException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks names of tools, and binds their arguments. */
final class ToolFactory {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    static final String NAME_RULE = "a tool's name is 1 to 64 letters, digits, _ and -";

    private ToolFactory() {}

    static String named(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(NAME_RULE);
        }
        return name;
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Creates a tool's input from its arguments; an exception of a record's constructor is an error of the arguments. They
     * have been checked, and may have been changed since.
     */
    static <T extends @Nullable Object> T bound(Supplier<T> binding) {
        try {
            return binding.get();
        } catch (JsonException e) {
            throw new ToolException(
                    ToolEnvelope.Code.INVALID_ARGUMENTS,
                    "The arguments do not fit: " + e.rule() + " at \"" + e.place() + "\"");
        }
    }
}
