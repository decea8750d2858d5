package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader can compile what a page shows: whole programs as they stand, parts with the imports of the page. */
class PageImportsTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

    @TempDir
    Path classes;

    @Test
    @DisplayName("N11 a whole program of a page compiles as it stands")
    void n11_wholePrograms_compileAsTheyStand() throws IOException {
        List<String> programs = PagePrograms.pages().stream()
                .flatMap(page -> PagePrograms.whole(PagePrograms.text(page)).stream())
                .filter(program -> !program.prints()) // PrintedProgramsTest compiles and runs the others
                .map(PagePrograms.Program::source)
                .filter(program -> !PagePrograms.needsAHost(program))
                .toList();
        assertThat(programs).hasSizeGreaterThan(3);
        assertThat(programs).allSatisfy(program -> assertThat(faults(program)).isEmpty());
    }

    @Test
    void compiler_findsAMissingImport() {
        assertThat(faults("final class Walls { List<String> walls; }")).contains("cannot find symbol");
    }

    @Test
    @DisplayName("N11 every page names the imports of the parts of programs that it shows")
    void n11_everyPage_namesTheImportsOfItsParts() throws IOException {
        PageImports imports = new PageImports(sources());
        for (Path page : PagePrograms.pages()) {
            String text = PagePrograms.text(page);
            if ("write".equals(System.getProperty("plumbline.page"))) {
                Files.writeString(page, PageImports.withSection(text, imports.needed(text)));
            } else {
                assertThat(PageImports.shown(text))
                        .as("%s; write them with -Dplumbline.page=write", page)
                        .isEqualTo(imports.needed(text));
            }
        }
    }

    @Test
    void imports_areThoseThatAPartNames() throws IOException {
        Path source = Files.writeString(
                classes.resolve("A.java"), "import java.util.List;\nimport java.util.Map;\n List<String> a;");
        PageImports imports = new PageImports(List.of(source));
        assertThat(imports.needed("```java\nList<String> a;\n```")).containsExactly("import java.util.List;");
        assertThat(imports.needed("```java\nimport java.util.List;\n\nList<String> a;\n```"))
                .isEmpty();
    }

    private static String faults(String program) {
        Matcher name = CLASS.matcher(program);
        String file = name.find() ? name.group(1) : "Program";
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("mem:///" + file + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return program;
                    }
                };
        List<String> options = List.of(
                "-proc:none",
                "-parameters",
                "-Xlint:all",
                "-d",
                System.getProperty("java.io.tmpdir"),
                "-implicit:none");
        boolean unused = compiler.getTask(null, null, faults, onlyChecking(options), null, List.of(source))
                .call();
        List<String> messages = new ArrayList<>();
        for (Diagnostic<?> fault : faults.getDiagnostics()) {
            messages.add(fault.getKind() == Diagnostic.Kind.ERROR ? fault.getMessage(Locale.ROOT) : "");
        }
        return String.join("", messages);
    }

    /** Attributes the program and writes no class. */
    private static List<String> onlyChecking(List<String> options) {
        return Stream.concat(options.stream(), Stream.of("-XDshould-stop.ifNoError=FLOW"))
                .toList();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("src/test/java"))) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }
}
