package dev.plumbline.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;

/** The mutants of a class and the classes nested in it, by the default mutators of PIT. */
final class ClassMutants {
    private final ClassByteArraySource source;
    private final Mutater mutater;

    ClassMutants(ClassLoader loader) {
        source = name -> bytes(loader, name);
        mutater = new GregorEngineFactory()
                .createEngine(EngineArguments.arguments())
                .createMutator(source);
    }

    /** Returns all mutants of a class file's class and of those nested in it, without methods that the compiler wrote. */
    List<MutationDetails> of(Path classFile) {
        List<MutationDetails> all = new ArrayList<>();
        for (Path file : nest(classFile)) {
            ClassName name = ClassName.fromString(className(file));
            Set<String> generated = generated(source.getBytes(name.asJavaName()).orElseThrow());
            mutater.findMutations(name).stream()
                    .filter(mutant ->
                            !generated.contains(mutant.getId().getLocation().getMethodName()
                                    + mutant.getId().getLocation().getMethodDesc()))
                    .forEach(all::add);
        }
        return all;
    }

    /** Returns the names and descriptors of the methods of a record that nobody has written: equals, hashCode, toString. */
    static Set<String> generated(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node.methods.stream()
                .filter(method -> Stream.of(method.instructions.toArray())
                        .anyMatch(code -> code instanceof InvokeDynamicInsnNode call
                                && call.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")))
                .map(method -> method.name + method.desc)
                .collect(Collectors.toSet());
    }

    byte[] mutated(MutationDetails mutant) {
        return mutater.getMutation(mutant.getId()).getBytes();
    }

    byte[] original(MutationDetails mutant) {
        return source.getBytes(mutant.getClassName().asJavaName()).orElseThrow();
    }

    private static List<Path> nest(Path classFile) {
        String simple = classFile.getFileName().toString().replace(".class", "");
        try (Stream<Path> files = Files.list(classFile.getParent())) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.equals(simple + ".class") || name.startsWith(simple + "$");
                    })
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the name of the class of a file below a folder {@code classes}. */
    static String className(Path classFile) {
        String path = classFile.toString();
        int start = path.lastIndexOf("classes/") + "classes/".length();
        return path.substring(start, path.length() - ".class".length()).replace('/', '.');
    }

    private static Optional<byte[]> bytes(ClassLoader loader, String name) {
        try (var in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
