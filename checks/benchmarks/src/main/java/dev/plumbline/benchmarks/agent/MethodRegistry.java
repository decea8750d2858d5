package dev.plumbline.benchmarks.agent;

import java.util.ArrayList;
import java.util.List;

/** The instrumented methods, by number. Thread-safe. */
public final class MethodRegistry {
    /** The maximum number of methods; the SDK has about 15,000. */
    static final int MOST = 1 << 17;

    private static final MethodRegistry ALL = new MethodRegistry();

    private final List<Method> methods = new ArrayList<>();

    private MethodRegistry() {}

    /** Returns the registry of this process. */
    static MethodRegistry all() {
        return ALL;
    }

    /**
     * A method.
     *
     * @param type the name of its class, with dots
     * @param name its name
     * @param descriptor its descriptor in the class file
     */
    public record Method(String type, String name, String descriptor) {

        /** Returns the top-level class that contains it. */
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

    /** Adds a new method and returns its number. */
    synchronized int add(Method method) {
        if (methods.size() == MOST) {
            throw new IllegalStateException(
                    "more than " + MOST + " methods are instrumented; raise MethodRegistry.MOST");
        }
        methods.add(method);
        return methods.size() - 1;
    }

    /** Returns the method of that number. */
    synchronized Method get(int number) {
        return methods.get(number);
    }

    /** Returns the methods so far; the index is the number. */
    synchronized List<Method> list() {
        return List.copyOf(methods);
    }
}
