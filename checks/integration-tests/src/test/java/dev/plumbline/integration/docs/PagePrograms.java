package dev.plumbline.integration.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages, and the programs on them. A whole program has a {@code main}; every other block is a part of a program. */
final class PagePrograms {
    /** A heading, behind which a program of another section prints nothing, or a block. */
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^(?:## .*|```(java|text(?: title=\"(Without a [a-z]+)\")?)\n([^`]*)^```)$");

    private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

    /** Programs that need the classes of a host or of a toolkit are compiled and run in {@code examples}. */
    private static final Pattern OF_A_HOST =
            Pattern.compile("import (ij|javafx|org\\.eclipse\\.swt)\\.|implements DrawingPlugin|DrawingProgram\\.open");

    private PagePrograms() {}

    /** A block of Java on a page, and the places of what it prints. */
    record Program(String source, int start, List<MatchResult> printed) {
        boolean isWhole() {
            return PagePrograms.isWhole(source);
        }

        boolean prints() {
            return PagePrograms.prints(source);
        }

        String name() {
            Matcher name = NAME.matcher(source);
            return name.find() ? name.group(1) : "";
        }
    }

    static boolean isWhole(String source) {
        return source.contains("static void main(");
    }

    static boolean prints(String source) {
        return isWhole(source) && source.contains("System.out");
    }

    static boolean needsAHost(String source) {
        return OF_A_HOST.matcher(source).find();
    }

    /** Returns README and the pages next to each other in {@code docs}. */
    static List<Path> pages() {
        try (Stream<Path> docs = Files.list(Path.of("../../docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("../../README.md")),
                            docs.filter(page -> page.toString().endsWith(".md")).sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the blocks of Java of a page, in order. */
    static List<Program> of(String page) {
        List<Program> programs = new ArrayList<>();
        Matcher found = BLOCK.matcher(page);
        while (found.find()) {
            if (found.group(3) == null) {
                programs.add(new Program("", found.start(), new ArrayList<>()));
            } else if (found.group(1).equals("java")) {
                programs.add(new Program(found.group(3), found.start(), new ArrayList<>()));
            } else if (!programs.isEmpty()) {
                programs.get(programs.size() - 1).printed.add(found.toMatchResult());
            }
        }
        return programs.stream().filter(program -> !program.source.isEmpty()).toList();
    }

    /** Returns the whole programs of a page. */
    static List<Program> whole(String page) {
        return of(page).stream().filter(Program::isWhole).toList();
    }
}
