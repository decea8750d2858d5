package dev.plumbline.tool.internal;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Checks the syntax of a path from a model before any access to a disk: plain names, separated by {@code /} or {@code
 * \}, after {@code C:\} or {@code /} if it is absolute. A form with a special meaning on one system is refused on every
 * system, because documents move between systems: a name that is harmless on one is a device or a stream on another.
 * Pure: a string in, names or a fault out.
 *
 * <p>The forms are those of <a href="https://learn.microsoft.com/windows/win32/fileio/naming-a-file">Naming Files, Paths,
 * and Namespaces</a> and of POSIX.
 */
public final class PathParser {
    private static final int MOST_CHARACTERS = 4_096;
    private static final int MOST_NAMES = 64;
    private static final int LONGEST_NAME = 255;
    private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c|3a|00|25)", Pattern.CASE_INSENSITIVE);
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*");
    private static final Pattern NO_NAME = Pattern.compile("[<>|?*\"]");
    private static final Pattern EIGHT_THREE = Pattern.compile("[^.]{1,6}~\\d{1,6}(\\.[^.]{0,3})?");
    private static final Set<String> DEVICES = Set.of("CON", "PRN", "AUX", "NUL", "CLOCK$", "CONIN$", "CONOUT$");
    private static final Pattern PORT = Pattern.compile("(COM|LPT)[0-9\u00b9\u00b2\u00b3]");

    private static final List<NameRule> NAMES = List.of(
            new NameRule(Fault.TOO_LONG, name -> name.length() > LONGEST_NAME),
            new NameRule(Fault.ENCODED, PathParser::isLookAlike),
            new NameRule(Fault.PARENT, name -> name.equals("..")),
            new NameRule(Fault.HOME, name -> name.equals("~")),
            new NameRule(Fault.STREAM, name -> name.contains(":")),
            new NameRule(Fault.WILDCARD, name -> NO_NAME.matcher(name).find()),
            new NameRule(Fault.TRAILING, name -> name.endsWith(".") || name.endsWith(" ")),
            new NameRule(Fault.DEVICE_NAME, PathParser::isDevice),
            new NameRule(Fault.SHORT_NAME, name -> EIGHT_THREE.matcher(name).matches()));

    private PathParser() {}

    /** Parses a path in the syntax of that kind of system. */
    public static ParsedPath read(String path, PathSyntax form) {
        Optional<Fault> fault = faultOf(path);
        return fault.<ParsedPath>map(Refused::new).orElseGet(() -> rooted(path.replace('\\', '/'), form));
    }

    private static Optional<Fault> faultOf(String path) {
        if (path.isBlank()) {
            return Optional.of(Fault.EMPTY);
        }
        if (path.length() > MOST_CHARACTERS) {
            return Optional.of(Fault.TOO_LONG);
        }
        if (path.codePoints().anyMatch(PathParser::isUnseen)) {
            return Optional.of(Fault.UNSEEN_CHARACTER);
        }
        return ENCODED.matcher(path).find() ? Optional.of(Fault.ENCODED) : Optional.empty();
    }

    private static boolean isUnseen(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    private static ParsedPath rooted(String path, PathSyntax form) {
        if (path.startsWith("//?/") || path.startsWith("//./") || path.startsWith("/??/")) {
            return new Refused(Fault.DEVICE_NAMESPACE);
        }
        if (path.startsWith("//")) {
            return new Refused(Fault.UNC);
        }
        if (DRIVE.matcher(path).matches()) {
            return drive(path, form);
        }
        if (path.startsWith("/") && form == PathSyntax.WINDOWS) {
            return new Refused(Fault.ROOT_RELATIVE);
        }
        return named(path.startsWith("/") ? "/" : "", path);
    }

    private static ParsedPath drive(String path, PathSyntax form) {
        if (path.length() < 3 || path.charAt(2) != '/') {
            return new Refused(Fault.DRIVE_RELATIVE);
        }
        return form == PathSyntax.WINDOWS
                ? named(path.substring(0, 2).toUpperCase(Locale.ROOT) + "\\", path.substring(3))
                : new Refused(Fault.OTHER_SYSTEM);
    }

    private static ParsedPath named(String root, String rest) {
        List<String> names = Arrays.stream(rest.split("/"))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList();
        if (names.size() > MOST_NAMES) {
            return new Refused(Fault.TOO_LONG);
        }
        return names.stream()
                .map(PathParser::faultOfName)
                .flatMap(Optional::stream)
                .findFirst()
                .<ParsedPath>map(Refused::new)
                .orElseGet(() -> root.isEmpty() ? new Relative(names) : new Absolute(root, names));
    }

    private static Optional<Fault> faultOfName(String name) {
        return NAMES.stream()
                .filter(rule -> rule.breaks().test(name))
                .map(NameRule::fault)
                .findFirst();
    }

    private static boolean isDevice(String name) {
        String stem = name.split("\\.", 2)[0].strip().toUpperCase(Locale.ROOT);
        return DEVICES.contains(stem) || PORT.matcher(stem).matches();
    }

    /**
     * Returns whether the name has a full-width or other character that some system takes for a dot, a slash or a
     * colon.
     */
    private static boolean isLookAlike(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKC);
        return !plain.equals(name)
                && (plain.matches(".*[/\\\\:].*") || plain.matches("\\.{1,2}") || plain.matches(".*[. ]"));
    }

    private record NameRule(Fault fault, Predicate<String> breaks) {}

    /** The syntax of absolute paths on a system. */
    public enum PathSyntax {
        /** {@code /home/…}. */
        POSIX,
        /** {@code C:\…}. */
        WINDOWS
    }

    /** The result of parsing a path. */
    public sealed interface ParsedPath {}

    /**
     * A path relative to a folder.
     *
     * @param names the names without {@code .}, {@code ..} and empty ones; none for the folder itself
     */
    public record Relative(List<String> names) implements ParsedPath {
        @Override
        public String toString() {
            return "Relative[" + names.size() + " names]";
        }
    }

    /**
     * A path from the root of a disk.
     *
     * @param root {@code /}, or a drive such as {@code C:\}
     * @param names as in {@link Relative}
     */
    public record Absolute(String root, List<String> names) implements ParsedPath {
        @Override
        public String toString() {
            return "Absolute[" + names.size() + " names]";
        }
    }

    /**
     * A path that is refused.
     *
     * @param fault the reason
     */
    public record Refused(Fault fault) implements ParsedPath {}

    /** Why a path is refused; {@link #text} never quotes it. */
    public enum Fault {
        /** Only blanks. */
        EMPTY("is empty"),
        /** More than 4,096 characters, 64 names, or 255 in one name. */
        TOO_LONG("is too long"),
        /** Control and format characters, NUL and bidirectional marks among them, and halves of characters. */
        UNSEEN_CHARACTER("holds a character that cannot be seen"),
        /** {@code %2e} and the like: a later component may decode it. */
        ENCODED("holds an encoded character; write it plainly"),
        /** {@code \\server\share}. */
        UNC("names a network share"),
        /** {@code \\?\}, {@code \\.\}, {@code \??\}. */
        DEVICE_NAMESPACE("names a device or skips the checks of the system"),
        /** {@code C:x}, and {@code C:}. */
        DRIVE_RELATIVE("depends on the current folder of a drive"),
        /** {@code \x} on Windows. */
        ROOT_RELATIVE("depends on the current drive"),
        /** A drive on a system without drives. */
        OTHER_SYSTEM("is written for another system"),
        /** {@code ..}: after a link it leads to another folder than its text. */
        PARENT("holds \"..\"; write where it leads"),
        /** {@code ~}: the home folder in a shell. */
        HOME("holds \"~\"; write the folder's name"),
        /** {@code a:b}, an alternate data stream. */
        STREAM("holds a colon"),
        /** {@code * ? < > | "}. */
        WILDCARD("holds one of * ? < > | \""),
        /** {@code x.} and {@code x }: Windows removes the last character. */
        TRAILING("holds a name that ends with a dot or a blank"),
        /** {@code CON}, {@code nul.txt}, {@code COM1}. */
        DEVICE_NAME("holds the name of a device"),
        /** {@code PROGRA~1}: the short name of a file that has a long one. */
        SHORT_NAME("holds a short name; write the whole one");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        /** Returns the description of the fault after "the path", e.g. {@code holds a colon}. */
        public String text() {
            return text;
        }
    }
}
