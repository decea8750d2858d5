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
 * A plugin that was found but not created; creating it runs its code.
 *
 * @param className its class name, for messages
 * @param factory creates it
 */
public record PluginCandidate(String className, Supplier<Plugin> factory) {
    /** The maximum number of invalid lines of a service file that are skipped. */
    private static final int BROKEN = 100;

    /** Returns a candidate of an existing plugin. */
    public static PluginCandidate of(Plugin plugin) {
        return new PluginCandidate(plugin.getClass().getName(), () -> plugin);
    }

    /** Returns the plugins that a class loader finds in {@code META-INF/services/dev.plumbline.plugin.Plugin}. */
    public static List<PluginCandidate> in(ClassLoader loader) {
        return in(loader, found -> true);
    }

    /** Returns the plugins that the class loader itself defines, without those of its parents. */
    public static List<PluginCandidate> definedBy(ClassLoader loader) {
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
                all.add(new PluginCandidate("a class listed in META-INF/services", () -> {
                    throw new ServiceConfigurationError("the class is missing or is not a plugin", e);
                }));
            }
        }
        return all;
    }
}
