package dev.plumbline.violations.loaders.tools;

import java.util.ServiceLoader;

/** Lets the library ask the thread. */
final class BadService {
    Object first() {
        return ServiceLoader.load(Runnable.class).findFirst();
    }
}
