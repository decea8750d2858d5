package dev.plumbline.mutants;

import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Makes the classes that rows name report each line that runs to {@link LineHits}. */
final class LineProbes {
    private static final String HITS = LineHits.class.getName().replace('.', '/');

    /** The index of the class name among the arguments of the method with modules: module and loader are before it. */
    private static final int NAME = 2;

    private final ClassLoader loader;
    private final Set<String> simpleNames;
    private final Map<String, byte[]> probed = new ConcurrentHashMap<>();

    /** Makes a transformer for the classes of these simple names, and the classes nested in them. */
    LineProbes(ClassLoader loader, Set<String> simpleNames) {
        this.loader = loader;
        this.simpleNames = simpleNames;
    }

    /** Returns the transformer as a proxy, because only four of the parameters of its method are used. */
    ClassFileTransformer transformer() {
        return (ClassFileTransformer) Proxy.newProxyInstance(
                loader,
                new Class<?>[] {ClassFileTransformer.class},
                (proxy, method, arguments) -> method.getName().equals("transform")
                                && arguments[NAME] instanceof String name
                                && arguments[NAME + 1] == null
                                && arguments[NAME - 1] == loader
                        ? probed(name, (byte[]) arguments[arguments.length - 1])
                        : null);
    }

    /** Returns the class with probes; null if no row names it. */
    byte @Nullable [] probed(String name, byte[] bytes) {
        String outer = name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\$.*", "");
        return name.startsWith("dev/plumbline/") && simpleNames.contains(outer)
                ? probed.computeIfAbsent(name.replace('/', '.'), key -> withProbes(key, bytes))
                : null;
    }

    /** Returns the class as it was loaded, or as it was compiled if it was not loaded yet. */
    byte[] loaded(String className, byte[] compiled) {
        return probed.getOrDefault(className, compiled);
    }

    private static byte[] withProbes(String className, byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        node.methods.forEach(method -> probe(className, method));
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static void probe(String className, MethodNode method) {
        String methodName = LineHits.method(className, method.name, method.desc);
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (node instanceof LineNumberNode line) {
                AbstractInsnNode next = node;
                while (next != null && next.getOpcode() < 0) {
                    next = next.getNext();
                }
                if (next != null) {
                    insert(method.instructions, next, call(LineHits.index(methodName, line.line)));
                }
            }
        }
    }

    /** Before the instruction, but behind a NEW, because frames name the position of a NEW. */
    private static void insert(InsnList all, AbstractInsnNode place, InsnList call) {
        if (place.getOpcode() == Opcodes.NEW) {
            all.insert(place, call);
        } else {
            all.insertBefore(place, call);
        }
    }

    private static InsnList call(int index) {
        InsnList call = new InsnList();
        call.add(new LdcInsnNode(index));
        call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, HITS, "hit", "(I)V", false));
        return call;
    }
}
