package dev.plumbline.integration.architecture;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that a program can call or extend, a line each, as the JDK's reflection reads it from the compiled classes. */
final class Signatures {
    private static final int MODIFIERS =
            Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;

    private static final int OPEN = Modifier.PUBLIC | Modifier.PROTECTED;

    private Signatures() {}

    /** Returns those of all modules that are published: their exported types, and what is public or protected in them. */
    static TreeSet<String> published() {
        return CompiledProject.MODULES.stream()
                .filter(Signatures::isPublished)
                .flatMap(Signatures::exported)
                .flatMap(Signatures::of)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isPublished(String module) {
        try {
            return !Files.readString(CompiledProject.folder().resolve(module).resolve("pom.xml"))
                    .contains("<maven.deploy.skip>true");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the types of a module that a program can name. They are loaded but not initialised. */
    private static Stream<Class<?>> exported(String module) {
        Path classes = CompiledProject.compiled(module);
        return CompiledProject.descriptor(module).exports().stream()
                .filter(each -> !each.isQualified())
                .map(each -> classes.resolve(each.source().replace('.', '/')))
                .flatMap(Signatures::files)
                .map(file -> classes.relativize(file).toString())
                .map(name -> name.replace(".class", "").replace(File.separatorChar, '.'))
                .filter(name -> !name.endsWith("package-info"))
                .<Class<?>>map(Signatures::loaded)
                .filter(Signatures::isOpen);
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(name, false, Signatures.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isOpen(Class<?> type) {
        return (type.getModifiers() & OPEN) != 0
                && !type.isSynthetic()
                && (type.getDeclaringClass() == null
                        ? type.getEnclosingClass() == null
                        : isOpen(type.getDeclaringClass()));
    }

    /** Returns the lines of a type: its own, and one for each member. */
    static Stream<String> of(Class<?> type) {
        return Stream.concat(
                Stream.of(type.getName() + " " + header(type)),
                seen(type).flatMap(Signatures::members).map(line -> type.getName() + " " + line));
    }

    private static String header(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        String modifiers = Modifier.toString(type.getModifiers() & MODIFIERS);
        Type above = type.getGenericSuperclass();
        return modifiers
                + (type.isSealed() ? " sealed " : " ")
                + kind
                + listed(" <", Arrays.stream(type.getTypeParameters()).map(Signatures::bounded), ">")
                + listed(
                        " extends ",
                        Stream.ofNullable(above)
                                .filter(each -> each != Object.class)
                                .map(Type::getTypeName),
                        "")
                + listed(
                        " implements ",
                        Arrays.stream(type.getGenericInterfaces()).map(Type::getTypeName),
                        "");
    }

    private static String bounded(java.lang.reflect.TypeVariable<?> variable) {
        return variable.getName()
                + Arrays.stream(variable.getBounds())
                        .map(Type::getTypeName)
                        .filter(bound -> !bound.equals("java.lang.Object"))
                        .collect(Collectors.joining(" & ", " extends ", ""))
                        .replaceAll(" extends $", "");
    }

    private static String listed(String before, Stream<String> names, String after) {
        List<String> all = names.toList();
        return all.isEmpty() ? "" : before + String.join(", ", all) + after;
    }

    /** Returns a type and those above it that nobody else can name, whose members belong to it for a caller. */
    private static Stream<Class<?>> seen(Class<?> type) {
        return Stream.concat(
                Stream.of(type),
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                        .filter(above -> above.getName().startsWith(CompiledProject.ROOT)
                                && !Modifier.isPublic(above.getModifiers()))
                        .flatMap(Signatures::seen));
    }

    private static Stream<String> members(Class<?> type) {
        return Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::stream)
                .map(Member.class::cast)
                .filter(member -> !member.isSynthetic() && (member.getModifiers() & OPEN) != 0)
                .map(member -> line(member) + deprecated((AnnotatedElement) member));
    }

    private static String deprecated(AnnotatedElement element) {
        return element.isAnnotationPresent(Deprecated.class) ? " @Deprecated" : "";
    }

    private static String line(Member member) {
        String modifiers = Modifier.toString(member.getModifiers() & MODIFIERS) + " ";
        if (member instanceof Field field) {
            return modifiers + field.getGenericType().getTypeName() + " " + field.getName();
        }
        if (member instanceof Constructor<?> constructor) {
            return modifiers + variables(constructor) + "new" + parameters(constructor);
        }
        Method method = (Method) member;
        return modifiers
                + (method.isDefault() ? "default " : "")
                + variables(method)
                + method.getGenericReturnType().getTypeName()
                + " "
                + method.getName()
                + parameters(method)
                + (method.getDefaultValue() == null ? "" : " has a default");
    }

    private static String variables(Executable executable) {
        return listed("<", Arrays.stream(executable.getTypeParameters()).map(Signatures::bounded), "> ");
    }

    private static String parameters(Executable executable) {
        String types = Arrays.stream(executable.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", "));
        return "(" + (executable.isVarArgs() ? types.replaceAll("\\[]$", "...") : types) + ")"
                + listed(
                        " throws ",
                        Arrays.stream(executable.getGenericExceptionTypes())
                                .map(Type::getTypeName)
                                .sorted(),
                        "");
    }
}
