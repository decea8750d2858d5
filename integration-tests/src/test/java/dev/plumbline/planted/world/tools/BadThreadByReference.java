package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadThreadByReference {
    java.util.concurrent.ThreadFactory touch() {
        return java.lang.Thread::new;
    }
}
