package dev.plumbline.plugins;

import dev.plumbline.plugin.Plugin;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A plugin that was found, and is not made yet: making it runs its code.
 *
 * @param className for people
 * @param maker makes it
 */
public record PluginCandidate(String className, Supplier<Plugin> maker) {
    /** So many broken lines of a service file are passed over. */
    private static final int BROKEN = 100;

    /** One that is there. */
    public static PluginCandidate of(Plugin plugin) {
        return new PluginCandidate(plugin.getClass().getName(), () -> plugin);
    }

    /** All that {@code META-INF/services/dev.plumbline.plugin.Plugin} names, as that class loader sees it. */
    public static List<PluginCandidate> in(ClassLoader loader) {
        return in(loader, found -> true);
    }

    /** Those of them that the class loader brought itself, so that none of its parents' is among them. */
    public static List<PluginCandidate> broughtBy(ClassLoader loader) {
        return in(loader, found -> found.getClassLoader() == loader);
    }

    private static List<PluginCandidate> in(ClassLoader loader, Predicate<Class<?>> wanted) {
        List<PluginCandidate> all = new ArrayList<>();
        Iterator<ServiceLoader.Provider<Plugin>> found =
                ServiceLoader.load(Plugin.class, loader).stream().iterator();
        for (int broken = 0; broken < BROKEN; broken++) {
            try {
                found.forEachRemaining(each -> {
                    if (wanted.test(each.type())) {
                        all.add(new PluginCandidate(each.type().getName(), each));
                    }
                });
                return all;
            } catch (ServiceConfigurationError | LinkageError e) {
                all.add(new PluginCandidate("a class that META-INF/services names", () -> {
                    throw new ServiceConfigurationError("it is not there, or is no plugin", e);
                }));
            }
        }
        return all;
    }
}
