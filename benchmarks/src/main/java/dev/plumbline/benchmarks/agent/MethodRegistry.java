package dev.plumbline.benchmarks.agent;

import java.util.ArrayList;
import java.util.List;

/** The methods that were instrumented, by number. Safe for any number of threads. */
public final class MethodRegistry {
    /** How many there may be; the SDK has about 15,000. */
    static final int MOST = 1 << 17;

    private static final MethodRegistry ALL = new MethodRegistry();

    private final List<Method> methods = new ArrayList<>();

    private MethodRegistry() {}

    /** Those of this process. */
    static MethodRegistry all() {
        return ALL;
    }

    /**
     * A method.
     *
     * @param type the name of its class, with dots
     * @param name its name
     * @param descriptor its parameters and result, as a class file says them
     */
    public record Method(String type, String name, String descriptor) {

        /** The class in whose file it stands, without those that are nested in it. */
        String topLevel() {
            int nested = type.indexOf('$');
            return nested < 0 ? type : type.substring(0, nested);
        }

        String packageName() {
            return type.substring(0, type.lastIndexOf('.'));
        }

        String title() {
            return type + "." + name;
        }
    }

    /** The number of a method that was not there before. */
    synchronized int add(Method method) {
        if (methods.size() == MOST) {
            throw new IllegalStateException("more than " + MOST + " methods are instrumented; raise Methods.MOST");
        }
        methods.add(method);
        return methods.size() - 1;
    }

    /** The methods so far; the index is the number. */
    synchronized List<Method> list() {
        return List.copyOf(methods);
    }
}
