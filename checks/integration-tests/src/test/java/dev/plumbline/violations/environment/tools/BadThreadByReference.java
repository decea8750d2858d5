package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadThreadByReference {
    java.util.concurrent.ThreadFactory touch() {
        return java.lang.Thread::new;
    }
}
