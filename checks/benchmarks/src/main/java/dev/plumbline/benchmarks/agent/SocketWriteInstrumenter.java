package dev.plumbline.benchmarks.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Instruments the writes of all sockets of the process in the class of the JDK that channels, streams and TLS share, so
 * that it works with every transport.
 */
final class SocketWriteInstrumenter {
    /** The class of the JDK that writes to sockets, on 17 and later. */
    static final String WRITER = "sun/nio/ch/SocketDispatcher";

    /**
     * The internal name of the hook; a class literal would load the class by another loader before the boot loader has
     * it.
     */
    private static final String HOOK = "dev/plumbline/benchmarks/agent/SocketWriteHook";

    private SocketWriteInstrumenter() {}

    /** Adds the hook to the boot loader. */
    static void prepare(Instrumentation jvm) throws IOException {
        Path jar = Files.createTempFile("socket-write-hook", ".jar");
        jar.toFile().deleteOnExit();
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                InputStream code = Objects.requireNonNull(
                        SocketWriteInstrumenter.class.getClassLoader().getResourceAsStream(HOOK + ".class"))) {
            out.putNextEntry(new JarEntry(HOOK + ".class"));
            code.transferTo(out);
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            jvm.appendToBootstrapClassLoaderSearch(file);
        }
    }

    /** Retransforms the JDK's class, so that it calls the hook; the transformer must be added before. */
    static void install(Instrumentation jvm) throws ClassNotFoundException, UnmodifiableClassException {
        Class<?> writer = Class.forName(WRITER.replace('/', '.'));
        jvm.retransformClasses(writer);
        SocketWriteHook.listen(InstrumentationProbe::socketWritten);
    }

    /** Returns the class with a call of the hook at the start of each write method. */
    static byte[] instrumented(byte[] code) {
        ClassReader reader = new ClassReader(code);
        ClassNode type = new ClassNode();
        reader.accept(type, 0);
        for (MethodNode method : type.methods) {
            if (method.name.startsWith("write") && method.instructions.size() > 0) {
                method.instructions.insert(new MethodInsnNode(Opcodes.INVOKESTATIC, HOOK, "written", "()V", false));
            }
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }
}
