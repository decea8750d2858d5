package dev.plumbline.benchmarks.agent;

import dev.plumbline.event.TelemetryObserver;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The method that delivers an event to an observer, found by reflection, so that it can be renamed.
 *
 * @param owner the observer's internal name
 * @param name the method's name
 * @param descriptor its one parameter, the event
 */
record DeliveryMethod(String owner, String name, String descriptor) {
    /** Stands for no method. */
    static final DeliveryMethod NONE = new DeliveryMethod("", "", "");

    static DeliveryMethod ofObservers() {
        Method method = Stream.of(TelemetryObserver.class.getMethods())
                .filter(each -> Modifier.isAbstract(each.getModifiers()) && each.getParameterCount() == 1)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "an TelemetryObserver has no abstract method with one parameter;" + " adapt DeliveryMethod"));
        return new DeliveryMethod(
                Type.getInternalName(TelemetryObserver.class), method.getName(), Type.getMethodDescriptor(method));
    }

    /**
     * Returns whether an instruction is a delivery. A call by the type of an implementation is internal and not
     * counted.
     */
    boolean is(MethodInsnNode call) {
        return call.owner.equals(owner) && call.name.equals(name) && call.desc.equals(descriptor);
    }
}
