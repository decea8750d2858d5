package dev.plumbline.violations.classcycles;

final class BadThird {
    private final Inner inner = new Inner();

    /** What a nested class needs, the class around it needs. */
    private static final class Inner {
        Class<?> first() {
            return BadFirst.class;
        }
    }
}
