package dev.plumbline.tool;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Checks how a path from a model is written before any access to a disk: plain names, {@code /} or {@code \} between
 * them, {@code C:\} or {@code /} before them if it is absolute. What could mean something else on some system is
 * refused on every system, because documents travel: what is harmless on one disk is a device or a stream on the next.
 * Pure: strings in, names or a fault out.
 *
 * <p>The forms are those of <a href="https://learn.microsoft.com/windows/win32/fileio/naming-a-file">Naming Files, Paths,
 * and Namespaces</a> and of POSIX.
 */
public final class PathGrammar {
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
            new NameRule(Fault.ENCODED, PathGrammar::isLookAlike),
            new NameRule(Fault.PARENT, name -> name.equals("..")),
            new NameRule(Fault.HOME, name -> name.equals("~")),
            new NameRule(Fault.STREAM, name -> name.contains(":")),
            new NameRule(Fault.WILDCARD, name -> NO_NAME.matcher(name).find()),
            new NameRule(Fault.TRAILING, name -> name.endsWith(".") || name.endsWith(" ")),
            new NameRule(Fault.DEVICE_NAME, PathGrammar::isDevice),
            new NameRule(Fault.SHORT_NAME, name -> EIGHT_THREE.matcher(name).matches()));

    private PathGrammar() {}

    /** Reads a path as that kind of system writes it. */
    public static Reading read(String path, Form form) {
        Optional<Fault> fault = faultOf(path);
        return fault.<Reading>map(Refused::new).orElseGet(() -> rooted(path.replace('\\', '/'), form));
    }

    private static Optional<Fault> faultOf(String path) {
        if (path.isBlank()) {
            return Optional.of(Fault.EMPTY);
        }
        if (path.length() > MOST_CHARACTERS) {
            return Optional.of(Fault.TOO_LONG);
        }
        if (path.codePoints().anyMatch(PathGrammar::isUnseen)) {
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

    private static Reading rooted(String path, Form form) {
        if (path.startsWith("//?/") || path.startsWith("//./") || path.startsWith("/??/")) {
            return new Refused(Fault.DEVICE_NAMESPACE);
        }
        if (path.startsWith("//")) {
            return new Refused(Fault.UNC);
        }
        if (DRIVE.matcher(path).matches()) {
            return drive(path, form);
        }
        if (path.startsWith("/") && form == Form.WINDOWS) {
            return new Refused(Fault.ROOT_RELATIVE);
        }
        return named(path.startsWith("/") ? "/" : "", path);
    }

    private static Reading drive(String path, Form form) {
        if (path.length() < 3 || path.charAt(2) != '/') {
            return new Refused(Fault.DRIVE_RELATIVE);
        }
        return form == Form.WINDOWS
                ? named(path.substring(0, 2).toUpperCase(Locale.ROOT) + "\\", path.substring(3))
                : new Refused(Fault.OTHER_SYSTEM);
    }

    private static Reading named(String root, String rest) {
        List<String> names = Arrays.stream(rest.split("/"))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList();
        if (names.size() > MOST_NAMES) {
            return new Refused(Fault.TOO_LONG);
        }
        return names.stream()
                .map(PathGrammar::faultOfName)
                .flatMap(Optional::stream)
                .findFirst()
                .<Reading>map(Refused::new)
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

    /** Full-width and other characters that some system takes for a dot, a slash or a colon. */
    private static boolean isLookAlike(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKC);
        return !plain.equals(name)
                && (plain.matches(".*[/\\\\:].*") || plain.matches("\\.{1,2}") || plain.matches(".*[. ]"));
    }

    private record NameRule(Fault fault, Predicate<String> breaks) {}

    /** How a system writes what is absolute. */
    public enum Form {
        /** {@code /home/…}. */
        POSIX,
        /** {@code C:\…}. */
        WINDOWS
    }

    /** What a path says. */
    public sealed interface Reading {}

    /**
     * A path from a folder that others name.
     *
     * @param names without {@code .}, {@code ..} and empty ones; none for the folder itself
     */
    public record Relative(List<String> names) implements Reading {
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
    public record Absolute(String root, List<String> names) implements Reading {
        @Override
        public String toString() {
            return "Absolute[" + names.size() + " names]";
        }
    }

    /**
     * The path is not looked up.
     *
     * @param fault why
     */
    public record Refused(Fault fault) implements Reading {}

    /** Why a path is refused; {@link #text} never quotes it. */
    public enum Fault {
        /** Nothing but blanks. */
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
        /** A drive where there are none. */
        OTHER_SYSTEM("is written for another system"),
        /** {@code ..}: behind a link it leads elsewhere than it says. */
        PARENT("holds \"..\"; write where it leads"),
        /** {@code ~}: a shell's word for the home folder. */
        HOME("holds \"~\"; write the folder's name"),
        /** {@code a:b}, an alternate data stream. */
        STREAM("holds a colon"),
        /** {@code * ? < > | "}. */
        WILDCARD("holds one of * ? < > | \""),
        /** {@code x.} and {@code x }: Windows takes the end away. */
        TRAILING("holds a name that ends with a dot or a blank"),
        /** {@code CON}, {@code nul.txt}, {@code COM1}. */
        DEVICE_NAME("holds the name of a device"),
        /** {@code PROGRA~1}: another name of a file that has one. */
        SHORT_NAME("holds a short name; write the whole one");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        /** What a path with this fault does, e.g. {@code holds a colon}. */
        public String text() {
            return text;
        }
    }
}
