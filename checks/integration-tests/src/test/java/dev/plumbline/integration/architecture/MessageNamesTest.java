package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whether what a message tells its reader to call or to look at is there. */
class MessageNamesTest {
    private static final Pattern LITERAL =
            Pattern.compile("//[^\n]*|/\\*.*?\\*/|\"((?:[^\"\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);

    /** A class and a member of it, as messages name them: {@code NetworkSettings.withProxy}. */
    private static final Pattern MEMBER = Pattern.compile("(?<![\\w$-])([A-Z]\\w*[a-z]\\w*)\\.([a-z]\\w*)(?![\\w.])");

    /** File names that look the same. */
    private static final Set<String> ENDS = Set.of("json", "jsonl", "md", "java", "xml", "jar", "class", "properties");

    private static Map<String, Set<String>> members() {
        Map<String, Set<String>> members = new TreeMap<>();
        for (JavaClass type : CompiledProject.classes()) {
            if (!type.getPackageName().endsWith(".internal")) {
                members.computeIfAbsent(type.getSimpleName(), each -> new TreeSet<>())
                        .addAll(type.getAllMembers().stream()
                                .map(JavaMember::getName)
                                .collect(Collectors.toSet()));
            }
        }
        return members;
    }

    /** Returns the names in the texts of a source that are not there. */
    private static List<String> unknown(String source, Map<String, Set<String>> members) {
        return LITERAL.matcher(source)
                .results()
                .map(found -> found.group(1))
                .filter(text -> text != null && text.contains(" "))
                .flatMap(text -> MEMBER.matcher(text).results())
                .filter(name -> !ENDS.contains(name.group(2)))
                .filter(name -> !members.getOrDefault(name.group(1), Set.of()).contains(name.group(2)))
                .map(name -> name.group(1) + "." + name.group(2))
                .filter(name -> !isOfTheJdk(name))
                .toList();
    }

    private static boolean isOfTheJdk(String name) {
        String type = name.substring(0, name.indexOf('.'));
        return Stream.of(
                        "java.lang.",
                        "java.util.",
                        "java.time.",
                        "java.nio.file.",
                        "javax.swing.",
                        "java.util.concurrent.")
                .anyMatch(home -> {
                    try {
                        Class<?> known = Class.forName(home + type);
                        return Stream.of(known.getMethods()).anyMatch(method -> name.endsWith("." + method.getName()));
                    } catch (ClassNotFoundException none) {
                        return false;
                    }
                });
    }

    @Test
    @DisplayName("S11 every member of a class that a message names is there")
    void s11_namesInMessages_areThere() throws IOException {
        Map<String, Set<String>> members = members();
        Map<String, List<String>> unknown = new TreeMap<>();
        try (Stream<Path> files = Files.walk(CompiledProject.folder())) {
            for (Path file : files.filter(each -> each.toString().contains("/src/main/java/dev/plumbline/"))
                    .filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> !each.toString().contains("/target/"))
                    .toList()) {
                unknown.put(file.getFileName().toString(), unknown(Files.readString(file), members));
            }
        }
        unknown.values().removeIf(List::isEmpty);
        assertThat(unknown).isEmpty();
    }

    @Test
    void check_missesNothing() {
        assertThat(unknown(
                        "x(\"see Network.withProxy and NetworkSettings.withProxy, Duration.ofMinutes or notes.md\");"
                                + " // \"see Network.withHosts\"",
                        members()))
                .containsExactly("Network.withProxy");
    }
}
