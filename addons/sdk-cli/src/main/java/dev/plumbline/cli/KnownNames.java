package dev.plumbline.cli;

import dev.plumbline.tool.internal.NearestNames;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds a name among the known ones; the error of an unknown one has the near ones, or all. */
final class KnownNames {
    private KnownNames() {}

    /**
     * Returns the error for a name that is not known.
     *
     * @param what what it should name, such as {@code format}
     * @param known the names, in the order in which they are listed
     */
    static IllegalArgumentException unknown(String what, String given, Collection<String> known) {
        List<String> near =
                known.stream().filter(name -> isNear(plain(given), plain(name))).toList();
        return new IllegalArgumentException("no " + what + " is named '" + TerminalEscaper.line(given, 60) + "'; "
                + (near.isEmpty()
                        ? "there are " + String.join(", ", known)
                        : "did you mean " + String.join(", ", near) + "?"));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    private static boolean isNear(String given, String name) {
        boolean part = given.length() > 2 && (name.contains(given) || given.contains(name));
        return part || (given.length() > 3 && NearestNames.edits(given, name) <= 2);
    }
}
