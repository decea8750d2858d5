package dev.plumbline.integration.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds the words that this project does not use for what it builds, in code, comments, messages and pages. Identifiers are read
 * word by word.
 */
final class PlainWords {
    private static final Pattern BANNED = Pattern.compile(
            "\\b(rooms?|houses?|doors?|hops?|lanes?|wish(es|ed)?|errands?|layers?|told|stands? (on|behind)|in place of|(?<!-)anew)\\b");
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_");
    private static final List<String> READ = List.of(".java", ".md", ".xml", ".properties", ".css", ".html");
    private static final List<String> SKIPPED = List.of("target", ".git", ".mvn", "node_modules", "test");

    private PlainWords() {}

    /** The lines of a text that have such a word, each with its number. */
    static List<String> in(String text) {
        List<String> found = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String words = HUMP.matcher(lines[i]).replaceAll(" ").toLowerCase(Locale.ROOT);
            if (BANNED.matcher(words).find()) {
                found.add(i + 1 + ": " + lines[i].strip());
            }
        }
        return found;
    }

    /** All files below a folder that people read, but those of the build and tests, whose samples have rooms and doors. */
    static List<Path> files(Path root, Predicate<String> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(folder.getFileName())) && !folder.equals(root)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (READ.stream().anyMatch(file.toString()::endsWith) && wanted.test(place(root, file))) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(found);
        return found;
    }

    /** Where a file is, from the root, with slashes. */
    static String place(Path root, Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }
}
