package dev.plumbline.benchmarks.agent;

import dev.plumbline.benchmarks.agent.MethodRegistry.Method;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Adds calls of {@link InstrumentationProbe} to a class: at the start of methods, and before counted instructions. It
 * adds no jumps, so that stack maps stay valid. Class initialisers are left out, because they run once. Thread-safe.
 */
final class Instrumenter {
    private static final String PROBE = Type.getInternalName(InstrumentationProbe.class);
    private static final Set<String> LOCKS =
            Set.of("java/util/concurrent/locks/Lock", "java/util/concurrent/locks/ReentrantLock");
    private static final Set<String> LOCKING = Set.of("lock", "lockInterruptibly", "tryLock");

    private final DeliveryMethod delivery;

    Instrumenter(DeliveryMethod delivery) {
        this.delivery = delivery;
    }

    /** Returns the class with the calls. */
    byte[] instrumented(byte[] code) {
        ClassReader reader = new ClassReader(code);
        ClassNode type = new ClassNode();
        reader.accept(type, 0);
        type.methods.stream().filter(Instrumenter::isCounted).forEach(method -> instrument(type, method));
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    private static boolean isCounted(MethodNode method) {
        return method.instructions.size() > 0 && !method.name.equals("<clinit>");
    }

    private void instrument(ClassNode type, MethodNode method) {
        int number = MethodRegistry.all().add(new Method(type.name.replace('/', '.'), method.name, method.desc));
        for (AbstractInsnNode each : method.instructions.toArray()) {
            InsnList before = before(each, number);
            if (before.size() > 0) {
                method.instructions.insertBefore(each, before);
            }
            if (each.getOpcode() == Opcodes.NEW) {
                method.instructions.insert(each, made(((TypeInsnNode) each).desc, number));
            }
        }
        method.instructions.insert(entry(method, number));
    }

    private static InsnList entry(MethodNode method, int number) {
        InsnList calls = new InsnList();
        report(calls, "entered", number);
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            report(calls, "monitorEntered", number);
        }
        return calls;
    }

    private static void report(InsnList calls, String what, int number) {
        calls.add(new LdcInsnNode(number));
        calls.add(call(what, "(I)V"));
    }

    private InsnList before(AbstractInsnNode each, int number) {
        InsnList calls = new InsnList();
        if (each.getOpcode() == Opcodes.MONITORENTER) {
            report(calls, "monitorEntered", number);
        } else if (each instanceof InvokeDynamicInsnNode dynamic
                && dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
            report(calls, "lambdaMade", number);
        } else if (each instanceof MethodInsnNode invoked) {
            before(invoked, calls, number);
        }
        return calls;
    }

    private void before(MethodInsnNode invoked, InsnList calls, int number) {
        if (invoked.owner.equals("java/util/Optional")) {
            report(calls, "optionalCalled", number);
        } else if (LOCKS.contains(invoked.owner) && LOCKING.contains(invoked.name)) {
            calls.add(call("lockTaken", "()V"));
        } else if (delivery.is(invoked)) {
            calls.add(new InsnNode(Opcodes.DUP));
            calls.add(call("delivered", "(Ljava/lang/Object;)V"));
        }
    }

    private static InsnList made(String type, int number) {
        InsnList calls = new InsnList();
        calls.add(new LdcInsnNode(type));
        calls.add(new LdcInsnNode(number));
        calls.add(call("objectMade", "(Ljava/lang/String;I)V"));
        return calls;
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
    }
}
