package dev.plumbline.integration.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A source file, measured as it is written.
 *
 * @param place module and path
 * @param packageName its package
 * @param lines all of them
 * @param methods those with a body, of every type in it
 * @param types its top-level types
 */
record SourceFile(String place, String packageName, int lines, List<Method> methods, List<Type> types) {

    /**
     * A method or constructor.
     *
     * @param name with its type
     * @param lines from the line of its name to its last brace, what stands between included
     * @param parameters how many; none for the constructor of a record that repeats its header
     */
    record Method(String name, int lines, int parameters) {}

    /**
     * A top-level type.
     *
     * @param name its simple name
     * @param open whether it is public
     */
    record Type(String name, boolean open) {}

    /** Reads a source with the compiler's own parser; nothing is resolved. */
    static SourceFile read(String place, String source) {
        return read(Map.of(place, source)).get(0);
    }

    /** Reads sources by their places with one parser, because making one costs more than most files. */
    static List<SourceFile> read(Map<String, String> sources) {
        Map<URI, TextFile> files = new LinkedHashMap<>();
        sources.forEach((place, source) -> {
            TextFile file = new TextFile(URI.create("string:///" + files.size() + ".java"), place, source);
            files.put(file.toUri(), file);
        });
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, files.values());
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<SourceFile> read = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                TextFile file =
                        Objects.requireNonNull(files.get(unit.getSourceFile().toUri()));
                Meter meter = new Meter(unit, positions, file.text);
                meter.scan(unit, "");
                read.add(new SourceFile(
                        file.place,
                        Objects.toString(unit.getPackageName(), ""),
                        (int) file.text.lines().count(),
                        meter.methods,
                        types(unit)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    /** A source in memory, by an address of its own; its name does not matter, because nothing is resolved. */
    private static final class TextFile extends SimpleJavaFileObject {
        private final String place;
        private final String text;

        TextFile(URI uri, String place, String text) {
            super(uri, JavaFileObject.Kind.SOURCE);
            this.place = place;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static List<Type> types(CompilationUnitTree unit) {
        return StreamSupport.stream(unit.getTypeDecls().spliterator(), false)
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .map(type -> new Type(
                        type.getSimpleName().toString(),
                        type.getModifiers().getFlags().contains(Modifier.PUBLIC)))
                .toList();
    }

    /** Walks a file and measures each method; what it carries along is the name of the type around. */
    private static final class Meter extends TreeScanner<@Nullable Void, String> {
        private final List<Method> methods = new ArrayList<>();
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final String text;
        private int components = -1;

        Meter(CompilationUnitTree unit, SourcePositions positions, String text) {
            this.text = text;
            this.unit = unit;
            this.positions = positions;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String around) {
            int componentsAround = components;
            components = type.getKind() == Tree.Kind.RECORD ? components(type) : -1;
            String name = type.getSimpleName().toString();
            super.visitClass(type, around.isEmpty() ? name : around + "." + name);
            components = componentsAround;
            return null;
        }

        private static int components(ClassTree type) {
            return (int) type.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                    .count();
        }

        /** Where the name of a constructor is: after its annotations and modifiers, or at its start without any. */
        private long name(MethodTree constructor) {
            long end = positions.getEndPosition(unit, constructor.getModifiers());
            return end < 0
                    ? positions.getStartPosition(unit, constructor)
                    : text.length() - text.substring((int) end).stripLeading().length();
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, String around) {
            int given = method.getParameters().size();
            boolean header = method.getReturnType() == null && given == components;
            int parameters = header ? 0 : given;
            String name = around + "." + method.getName();
            methods.add(new Method(name, method.getBody() == null ? 0 : lines(method), parameters));
            return super.visitMethod(method, around);
        }

        /** Documentation and annotations come before the name and do not count. */
        private int lines(MethodTree method) {
            Tree first = method.getReturnType();
            long start = first != null ? positions.getStartPosition(unit, first) : name(method);
            LineMap lines = unit.getLineMap();
            return (int) (lines.getLineNumber(positions.getEndPosition(unit, method)) - lines.getLineNumber(start) + 1);
        }
    }
}
