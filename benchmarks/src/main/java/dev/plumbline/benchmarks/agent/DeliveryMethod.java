package dev.plumbline.benchmarks.agent;

import dev.plumbline.event.AiObserver;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The method by which an observer is given an event, taken from the class itself, so that a change of its names changes what is
 * counted.
 *
 * @param owner the observer's internal name
 * @param name the method's name
 * @param descriptor its one parameter, the event
 */
record DeliveryMethod(String owner, String name, String descriptor) {
    /** No method. */
    static final DeliveryMethod NONE = new DeliveryMethod("", "", "");

    static DeliveryMethod ofObservers() {
        Method method = Stream.of(AiObserver.class.getMethods())
                .filter(each -> Modifier.isAbstract(each.getModifiers()) && each.getParameterCount() == 1)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("an AiObserver has no abstract method with one parameter;"
                        + " say in Delivery how it is given an event"));
        return new DeliveryMethod(
                Type.getInternalName(AiObserver.class), method.getName(), Type.getMethodDescriptor(method));
    }

    /** Whether that instruction is a delivery. A call of an implementation by its own type is one inside it, and not counted. */
    boolean is(MethodInsnNode call) {
        return call.owner.equals(owner) && call.name.equals(name) && call.desc.equals(descriptor);
    }
}
