package dev.plumbline.violations.loaders.tools;

import java.util.ServiceLoader;

/** Uses the one it was given. */
final class FineService {
    Object first(ClassLoader given) {
        return ServiceLoader.load(Runnable.class, given).findFirst();
    }
}
