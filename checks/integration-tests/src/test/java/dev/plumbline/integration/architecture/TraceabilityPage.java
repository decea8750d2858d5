package dev.plumbline.integration.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The rows of docs/requirements.md, each with the tests that show it. A test shows a row if it or its class has the id
 * as a tag, or if its name begins with the number of the finding. Only sources are read, and only the JDK is used:
 * {@code java TraceabilityPage.java} prints the page.
 */
final class TraceabilityPage {
    /** The kinds of ids in the sources. A test whose name begins with one of these letters and a number shows a finding. */
    private static final Set<String> SOURCES = Set.of("SH", "C", "F", "A", "H", "B", "M", "T", "D");

    private static final Set<String> OTHER_TAGS = Set.of("external", "parts", "slow");
    private static final String TESTS = "Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example";

    private static final Pattern PLACE = Pattern.compile("`([^`]+)`");
    private static final Pattern NUMBERED = Pattern.compile("\\G([a-z]{1,2})(\\d+)_");
    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]+\\d+) \\| (.+) \\| (.+) \\|");

    private final List<String> list;
    private static final Pattern NESTED =
            Pattern.compile("(?m)^    (?:[a-z-]+ )*(?:class|interface|record|enum) (\\w+)");

    private final List<String> classes;
    private final Map<String, Set<String>> tests =
            new TreeMap<>(Comparator.comparing((String id) -> id.replaceAll("\\d", ""))
                    .thenComparing(id -> Integer.valueOf("0" + id.replaceAll("\\D", ""))));
    private final Set<String> tags = new TreeSet<>();
    private final Map<String, String> labels = new HashMap<>();

    /**
     * A row of the list.
     *
     * @param id its kind and number
     * @param what what is promised
     * @param where the classes that do it, or why nothing does
     */
    record Row(String id, String what, String where) {
        static Optional<Row> of(String line) {
            Matcher cells = ROW.matcher(line);
            return cells.matches()
                    ? Optional.of(new Row(cells.group(1), cells.group(2), cells.group(3)))
                    : Optional.empty();
        }

        boolean isHere() {
            return !where.startsWith("n/a: ");
        }

        List<String> places() {
            return isHere()
                    ? PLACE.matcher(where)
                            .results()
                            .map(place -> place.group(1))
                            .toList()
                    : List.of();
        }
    }

    private TraceabilityPage(List<String> list, List<String> classes) {
        this.list = list;
        this.classes = classes;
    }

    /** Prints the page of the project in the current folder; ends with 1 if something is wrong with it. */
    public static void main(String[] args) throws IOException {
        TraceabilityPage page = read(Path.of("").toRealPath());
        System.out.writeBytes(page.text().getBytes(StandardCharsets.UTF_8));
        page.problems().forEach(System.err::println);
        System.exit(page.problems().isEmpty() ? 0 : 1);
    }

    /** Reads the list and the sources of a project. */
    static TraceabilityPage read(Path project) throws IOException {
        List<Path> sources = sources(project);
        TraceabilityPage page = new TraceabilityPage(
                Files.readAllLines(project.resolve("docs/requirements.md")),
                sources.stream()
                        .map(source -> name(project, source))
                        .filter(name -> name.contains("/src/main/"))
                        .flatMap(name -> withNested(project, name))
                        .toList());
        List<Path> tests = sources.stream()
                .filter(source -> name(project, source).contains("/src/test/java/"))
                .toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(tests));
            for (CompilationUnitTree unit : task.parse()) {
                String module =
                        module(name(project, Path.of(unit.getSourceFile().toUri())));
                unit.getTypeDecls().forEach(type -> page.add(module + ":", List.of(), type));
            }
        }
        return page;
    }

    /** Returns a source file, and one path for each type that its first type has nested in it: {@code Owner/Nested.java}. */
    private static Stream<String> withNested(Path project, String file) {
        try {
            Stream<String> nested = NESTED.matcher(Files.readString(project.resolve(file)))
                    .results()
                    .map(found -> file.replace(".java", "/" + found.group(1) + ".java"));
            return Stream.concat(Stream.of(file), nested);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path project) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(project, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isOther = name(project, folder).matches("(.*/)?(\\.[^/]+|target|node_modules)");
                return isOther ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    private static String name(Path project, Path file) {
        return project.relativize(file).toString().replace('\\', '/');
    }

    private static String module(String source) {
        return source.substring(0, source.indexOf("/src/"));
    }

    private void add(String around, List<String> tagsAround, Tree tree) {
        if (tree instanceof ClassTree type) {
            List<String> all = tags(tagsAround, type.getModifiers());
            type.getMembers().forEach(member -> add(around + type.getSimpleName() + "$", all, member));
        } else if (tree instanceof MethodTree method && isTest(method)) {
            String test = around.substring(0, around.length() - 1) + "." + method.getName();
            List<String> all = tags(tagsAround, method.getModifiers());
            tags.addAll(all);
            Stream.concat(all.stream(), findings(method.getName().toString()))
                    .forEach(id ->
                            tests.computeIfAbsent(id, first -> new TreeSet<>()).add(test));
            texts(method.getModifiers(), "DisplayName|Label").forEach(label -> labels.put(test, label));
        }
    }

    private static List<String> tags(List<String> around, ModifiersTree modifiers) {
        return Stream.concat(around.stream(), texts(modifiers, "Tag").filter(tag -> !OTHER_TAGS.contains(tag)))
                .toList();
    }

    /** Returns the findings whose numbers a name begins with, such as {@code p8_} or {@code s3_n4_}. */
    private static Stream<String> findings(String name) {
        return NUMBERED.matcher(name).results().map(number -> {
            String kind = number.group(1).toUpperCase(Locale.ROOT);
            return (SOURCES.contains(kind) ? "F" : "") + kind + number.group(2);
        });
    }

    private static boolean isTest(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(found -> simpleName(found).matches(TESTS));
    }

    private static String simpleName(AnnotationTree annotation) {
        return annotation.getAnnotationType().toString().replaceAll(".*\\.", "");
    }

    private static Stream<String> texts(ModifiersTree modifiers, String annotations) {
        return modifiers.getAnnotations().stream()
                .filter(found -> simpleName(found).matches(annotations))
                .flatMap(found -> found.getArguments().stream())
                .map(text ->
                        text instanceof LiteralTree literal ? String.valueOf(literal.getValue()) : text.toString());
    }

    /** Returns the rows of the list. */
    List<Row> rows() {
        return list.stream().flatMap(line -> Row.of(line).stream()).toList();
    }

    /** Returns the tests that show a row, as {@code module:Class.method}. */
    Set<String> testsOf(String id) {
        return tests.getOrDefault(id, Set.of());
    }

    /** Returns the classes of a name, or of the end of a qualified one, as {@code module:Class}. */
    private List<String> classes(String name) {
        return classes.stream()
                .filter(file -> file.endsWith("/" + name.replace('.', '/') + ".java"))
                .filter(file -> name.contains(".") || !simpleName(file).contains("$"))
                .map(file -> module(file) + ":" + simpleName(file))
                .toList();
    }

    /** Returns the name of a class in its package; a nested one with its owner, as the JVM writes it. */
    private static String simpleName(String file) {
        Matcher name = Pattern.compile("/(?:([A-Z]\\w*)/)?(\\w+)\\.java$").matcher(file);
        return !name.find() ? file : name.group(1) == null ? name.group(2) : name.group(1) + "$" + name.group(2);
    }

    /** Returns what is wrong: malformed lines, rows without a test, places without a class, and tags that name no row. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        list.stream()
                .filter(line -> line.startsWith("|") && line(line).equals(line))
                .forEach(line -> problems.add("not of the form | id | what | where |: " + line));
        Set<String> ids = new HashSet<>();
        for (Row row : rows()) {
            ids.add(row.id());
            if (row.isHere() == testsOf(row.id()).isEmpty()) {
                problems.add(row.id() + (row.isHere() ? " is shown by no test" : " is n/a, but tests show it"));
            }
            row.places().stream()
                    .filter(place -> classes(place).size() != 1)
                    .forEach(place -> problems.add(row.id() + " names " + place + ", and there are "
                            + classes(place).size() + " such classes; several are told apart by package.Class"));
        }
        tags.stream()
                .filter(tag -> !ids.contains(tag))
                .forEach(tag -> problems.add(tag + " is not in docs/requirements.md, but a tag of " + testsOf(tag)));
        return problems;
    }

    /** Returns the list with the tests, and behind it the findings that have no row, in the words of a test. */
    String text() {
        Set<String> ids = rows().stream().map(Row::id).collect(Collectors.toSet());
        Stream<String> others = tests.keySet().stream()
                .filter(id -> !ids.contains(id) && !tags.contains(id))
                .map(id -> line(new Row(id, words(testsOf(id)), "–")));
        return Stream.concat(list.stream().map(this::line), others).collect(Collectors.joining("\n", "", "\n"));
    }

    private String line(String line) {
        return line.startsWith("| id |")
                ? line + " shown by |"
                : line.startsWith("|---")
                        ? line + "---|"
                        : Row.of(line).map(this::line).orElse(line);
    }

    private String line(Row row) {
        String where = row.isHere()
                ? PLACE.matcher(row.where())
                        .replaceAll(place ->
                                Matcher.quoteReplacement("`" + String.join("`, `", classes(place.group(1))) + "`"))
                : row.where();
        String shownBy =
                testsOf(row.id()).stream().map(test -> "`" + test + "`").collect(Collectors.joining(", "));
        return "| " + row.id() + " | " + row.what() + " | " + where + " | " + (shownBy.isEmpty() ? "–" : shownBy)
                + " |";
    }

    private String words(Set<String> tests) {
        return tests.stream()
                .filter(labels::containsKey)
                .map(test -> labels.get(test).replaceFirst("^([A-Z]+\\d+ )+", ""))
                .map(label -> label.replace("|", "\\|").replace("<", "&lt;"))
                .findFirst()
                .orElse("–");
    }
}
