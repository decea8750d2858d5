package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whether the methods that sentences and tables of the pages name are there, so that a reader can call them. */
class PageNamesTest {
    private static final Pattern BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern CALLED = Pattern.compile("\\b([a-z]\\w+)\\(");

    /** Pages that name methods of other libraries beside ours, or former names. */
    private static final Set<String> OTHERS = Set.of("coming-from.md", "coming-from-java.md");

    /** Names of the JDK, of toolkits and of a database, each with its place. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "getBundle", "java.util.ResourceBundle",
            "getDefaultLocale", "javax.swing.JComponent",
            "getCurrent", "org.eclipse.swt.widgets.Display",
            "createUnresolved", "java.net.InetSocketAddress",
            "ofMinutes", "java.time.Duration",
            "revoke_namespace", "a function of the database");

    private static Set<String> methods() {
        return CompiledProject.classes().stream()
                // a program of a reader cannot call what the modules share among themselves
                .filter(type -> !type.getPackageName().endsWith(".internal"))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .map(method -> method.getName())
                .collect(Collectors.toSet());
    }

    /** Returns the names that a page calls in its text and that neither the library nor a program of the page has. */
    private static Set<String> unknown(String page, Set<String> methods) {
        String programs =
                BLOCK.matcher(page).results().map(block -> block.group()).collect(Collectors.joining());
        Set<String> unknown = new TreeSet<>();
        Matcher code = CODE.matcher(BLOCK.matcher(page).replaceAll(""));
        while (code.find()) {
            CALLED.matcher(code.group(1))
                    .results()
                    .map(call -> call.group(1))
                    .filter(name -> !methods.contains(name) && !ELSEWHERE.containsKey(name))
                    .filter(name -> !programs.contains(" " + name + "("))
                    .forEach(unknown::add);
        }
        return unknown;
    }

    @Test
    @DisplayName("N11 a method that a page names is there")
    void n11_namedMethods_areThere() throws IOException {
        Set<String> methods = methods();
        Path root = CompiledProject.folder();
        Map<String, Set<String>> unknown = new TreeMap<>();
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            for (Path page : Stream.concat(Stream.of(root.resolve("README.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !OTHERS.contains(file.getFileName().toString()))
                    .toList()) {
                unknown.put(page.getFileName().toString(), unknown(Files.readString(page), methods));
            }
        }
        unknown.values().removeIf(Set::isEmpty);
        assertThat(unknown).isEmpty();
    }

    @Test
    void check_missesNothing() {
        assertThat(unknown(
                        "Call `builder.addTools(…)`, then `frobnicate(x)` and `mine()`.\n```java\nint mine() {}\n```",
                        methods()))
                .containsExactly("frobnicate");
    }
}
