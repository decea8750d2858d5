package dev.plumbline.mutants;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The lines of the named classes that ran since the last reset. Public, because changed classes call it. */
public final class LineHits {
    private static final int LIMIT = 400_000;
    private static final boolean[] HIT = new boolean[LIMIT];
    private static final List<String> NAMES = new ArrayList<>();

    private LineHits() {}

    /** Notes that a line ran. */
    public static void hit(int index) {
        HIT[index] = true;
    }

    /** Returns the index of a line of a method. */
    static synchronized int index(String method, int line) {
        NAMES.add(name(method, line));
        return NAMES.size() - 1;
    }

    /** Returns the name of a method: the head of a record is a line of several. */
    static String method(String className, String name, String descriptor) {
        return className + "." + name + descriptor;
    }

    static String name(String method, int line) {
        return method + ":" + line;
    }

    static void reset() {
        Arrays.fill(HIT, false);
    }

    /** Returns the lines that ran, as {@link #name}. */
    static synchronized Set<String> names() {
        Set<String> hits = new HashSet<>();
        for (int i = 0; i < NAMES.size(); i++) {
            if (HIT[i]) {
                hits.add(NAMES.get(i));
            }
        }
        return hits;
    }
}
