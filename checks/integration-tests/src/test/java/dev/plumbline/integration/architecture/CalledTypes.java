package dev.plumbline.integration.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The types that sources call: a constructor, a method, a field or constant, a type that they extend, implement, annotate with or
 * give a lambda for. To name a type, in a declaration or as a class literal, is no call. Sources are read and not class files, because
 * those have neither constants nor the interfaces of lambdas.
 */
final class CalledTypes extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private static final Pattern OURS = Pattern.compile("sdk-[a-z-]+/target/|/(jspecify|jqwik-api|junit-jupiter-api)-");

    private final Map<String, Set<String>> callers = new TreeMap<>();
    private final Trees trees;
    private String own = "";
    private String program = "";

    private CalledTypes(Trees trees) {
        this.trees = trees;
    }

    /**
     * Returns the top-level types that programs call in other packages than their own, each with its callers. What the compiler
     * does not find, such as the classes of a host, is ignored.
     *
     * @param sources of all programs, each with the name of its program
     */
    static Map<String, Set<String>> in(Map<Path, String> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    ignored -> {},
                    List.of(
                            "-proc:none",
                            "-cp",
                            modules(),
                            "--should-stop=ifError=ATTR",
                            "--should-stop=ifNoError=ATTR"),
                    null,
                    files.getJavaFileObjectsFromPaths(sources.keySet()));
            CalledTypes found = new CalledTypes(Trees.instance(task));
            Iterable<? extends CompilationUnitTree> units = task.parse();
            Iterable<? extends Element> unused = task.analyze();
            for (CompilationUnitTree unit : units) {
                found.program = Objects.requireNonNull(sources.get(files.asPath(unit.getSourceFile())));
                found.scan(unit, null);
            }
            return found.callers;
        }
    }

    /** Returns the class path of the modules and of what laws are made of; to look through all of it takes thrice the time. */
    private static String modules() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> OURS.matcher(entry).find())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Override
    public @Nullable Void visitCompilationUnit(CompilationUnitTree unit, @Nullable Void none) {
        own = Objects.toString(unit.getPackageName(), "");
        return super.visitCompilationUnit(unit, none);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        addOwner(element(call));
        if (call.getMethodSelect() instanceof MemberSelectTree select) {
            addType(select.getExpression());
        }
        return super.visitMethodInvocation(call, none);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void none) {
        addOwner(element(reference));
        addType(reference.getQualifierExpression());
        addType(reference);
        return super.visitMemberReference(reference, none);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree created, @Nullable Void none) {
        addType(created.getIdentifier());
        return super.visitNewClass(created, none);
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree lambda, @Nullable Void none) {
        addType(lambda);
        return super.visitLambdaExpression(lambda, none);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void none) {
        addField(select, select.getIdentifier().toString());
        return super.visitMemberSelect(select, none);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
        addField(identifier, identifier.getName().toString());
        return super.visitIdentifier(identifier, none);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
        if (type.getExtendsClause() != null) {
            addType(type.getExtendsClause());
        }
        type.getImplementsClause().forEach(this::addType);
        return super.visitClass(type, none);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void none) {
        addType(annotation.getAnnotationType());
        return super.visitAnnotation(annotation, none);
    }

    private @Nullable Element element(Tree tree) {
        return trees.getElement(new TreePath(getCurrentPath(), tree));
    }

    private void addField(Tree tree, String name) {
        Element element = trees.getElement(getCurrentPath());
        boolean field = element != null
                && (element.getKind() == ElementKind.FIELD || element.getKind() == ElementKind.ENUM_CONSTANT);
        if (field && !name.equals("class") && !name.equals("this") && !name.equals("super")) {
            addOwner(element);
        }
    }

    private void addType(Tree tree) {
        TreePath path = tree == getCurrentPath().getLeaf() ? getCurrentPath() : new TreePath(getCurrentPath(), tree);
        TypeMirror type = trees.getTypeMirror(path);
        if (type instanceof DeclaredType declared) {
            add(declared.asElement());
        }
    }

    private void addOwner(@Nullable Element member) {
        if (member != null) {
            add(member.getEnclosingElement());
        }
    }

    private void add(@Nullable Element type) {
        Element outer = type;
        while (outer != null
                && outer.getEnclosingElement() != null
                && outer.getEnclosingElement().getKind() != ElementKind.PACKAGE) {
            outer = outer.getEnclosingElement();
        }
        if (outer instanceof TypeElement named
                && outer.asType().getKind() == TypeKind.DECLARED
                && !outer.getEnclosingElement().toString().equals(own)) {
            callers.computeIfAbsent(named.getQualifiedName().toString(), none -> new TreeSet<>())
                    .add(program);
        }
    }
}
