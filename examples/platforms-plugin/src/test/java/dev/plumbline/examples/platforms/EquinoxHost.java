package dev.plumbline.examples.platforms;

import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Equinox with bundles: the files that are named, of which the last has the workbench. */
final class EquinoxHost {
    private EquinoxHost() {}

    /**
     * Starts it, and ends the JVM when the workbench is closed.
     *
     * @param arguments a folder for Equinox, and the files of bundles
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // a service is found by the name of its class
    public static void main(String[] arguments) throws Exception {
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        arguments[0],
                        Constants.FRAMEWORK_STORAGE_CLEAN,
                        Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT,
                        "osgi.ws",
                        "gtk",
                        "osgi.os",
                        "linux",
                        "osgi.arch",
                        "x86_64",
                        "osgi.compatibility.bootdelegation",
                        "true")); // as the launcher of Eclipse does
        framework.start();
        BundleContext context = framework.getBundleContext();
        Bundle last = framework;
        for (int i = 1; i < arguments.length; i++) {
            last = context.installBundle(Path.of(arguments[i]).toUri().toString());
        }
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                bundle.start();
            }
        }
        Map<String, Consumer<Object>> views = new TreeMap<>();
        for (ServiceReference<Consumer> view : context.getServiceReferences(Consumer.class, "(view=*)")) {
            views.put((String) view.getProperty("view"), context.getService(view));
        }
        Class<?> workbench = last.loadClass("dev.plumbline.examples.platforms.Workbench");
        ((Consumer<Map<String, Consumer<Object>>>)
                        workbench.getDeclaredConstructor().newInstance())
                .accept(views);
        framework.stop();
        System.exit(0);
    }
}
