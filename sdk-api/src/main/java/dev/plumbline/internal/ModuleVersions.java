package dev.plumbline.internal;

import java.lang.module.ModuleDescriptor;
import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;

/**
 * The check that the modules of the SDK in a program have one version. They use classes of each other that are not API, so that
 * other versions end in missing methods, or in files that nobody can read. Thread-safe.
 */
public final class ModuleVersions {
    private ModuleVersions() {}

    /**
     * Checks that modules have the version of this one. Costs a look-up for each; classes that are passed are loaded, so callers
     * name those that they load anyway. A module without a version, such as a folder of classes, is not checked.
     *
     * @param types a class of each module; those of other libraries are ignored
     * @throws IllegalStateException names the modules, their versions and places, and the way out
     */
    public static void check(Class<?>... types) {
        for (Class<?> type : types) {
            if (type.getName().startsWith("dev.plumbline.")) {
                compare(type, ModuleVersions.class);
            }
        }
    }

    private static void compare(Class<?> type, Class<?> api) {
        Optional<String> version = version(type);
        Optional<String> own = version(api);
        if (version.isPresent() && own.isPresent() && !version.equals(own)) {
            throw new IllegalStateException("modules of different versions: " + described(type, version.get()) + " and "
                    + described(api, own.get())
                    + "; all modules of Plumbline in a program have one version: import dev.plumbline:sdk-bom, and name no version"
                    + " of a module");
        }
    }

    /** Returns the version in the manifest of the jar, or on the module path that of the module. */
    private static Optional<String> version(Class<?> type) {
        Optional<String> written = Optional.ofNullable(type.getPackage().getImplementationVersion());
        return written.isPresent()
                ? written
                : Optional.ofNullable(type.getModule().getDescriptor()).flatMap(ModuleDescriptor::rawVersion);
    }

    private static String described(Class<?> type, String version) {
        String title = type.getPackage().getImplementationTitle();
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return Objects.requireNonNullElseGet(title, () -> type.getModule().getName()) + " " + version
                + (source == null ? "" : " (" + source.getLocation() + ")");
    }
}
