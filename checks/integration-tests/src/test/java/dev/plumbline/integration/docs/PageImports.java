package dev.plumbline.integration.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The imports of the programs of a page. The parts of a program come from sources that are compiled here, and a part
 * needs the imports of its source whose types it names.
 */
final class PageImports {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+|\\*);$");
    private static final Pattern SECTION =
            Pattern.compile("\n## Imports\n\n[^\n]*\n\n```java\n(.*?)```\n", Pattern.DOTALL);
    private static final String HEADING = "\n## Imports\n\nThe programs of this page use these types.\n\n```java\n";

    /** The sources without white space, with their text as it is. */
    private final Map<String, String> sources;

    PageImports(Collection<Path> files) throws IOException {
        sources = new LinkedHashMap<>();
        for (Path file : files) {
            String text = Files.readString(file);
            sources.put(squeezed(text), text);
        }
    }

    /** Returns the imports that the parts of programs of a page need; empty if it has whole programs only. */
    Set<String> needed(String page) {
        return blocks(page)
                .filter(block -> !isWhole(block))
                .flatMap(block -> Stream.of(block.split("\n\n")))
                .flatMap(this::imports)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> blocks(String page) {
        return BLOCK.matcher(SECTION.matcher(page).replaceAll("")).results().map(block -> block.group(1));
    }

    /** Returns whether a block is a program with its own imports. */
    static boolean isWhole(String block) {
        return IMPORT.matcher(block).find();
    }

    private Stream<String> imports(String part) {
        String squeezed = squeezed(part);
        return sources.entrySet().stream()
                .filter(source -> source.getKey().contains(squeezed))
                .map(source -> named(part, source.getValue()))
                .findFirst()
                .orElse(List.of())
                .stream();
    }

    private static List<String> named(String part, String source) {
        return IMPORT.matcher(source)
                .results()
                .filter(found -> !found.group(1).equals("*"))
                .filter(found -> part.matches("(?s).*\\b" + found.group(1) + "\\b.*"))
                .map(MatchResult::group)
                .toList();
    }

    /** Returns the imports that a page shows. */
    static Set<String> shown(String page) {
        Matcher section = SECTION.matcher(page);
        return section.find() ? new TreeSet<>(section.group(1).lines().toList()) : Set.of();
    }

    /** Returns the page with the section of those imports at its end. */
    static String withSection(String page, Set<String> imports) {
        String without = SECTION.matcher(page).replaceAll("");
        return imports.isEmpty() ? without : without + HEADING + String.join("\n", imports) + "\n```\n";
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
