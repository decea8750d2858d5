package dev.plumbline.plugins;

import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.Service;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Starts the services of a plugin in order and ends them in reverse; a failing one does not affect the others. */
final class ServiceRunner {
    private final List<Service> given = new ArrayList<>();
    private final List<Service> begun = new ArrayList<>();
    private boolean taking = true;

    synchronized void take(Service service) {
        if (!taking) {
            throw new IllegalStateException("addService() is allowed only in activate()");
        }
        given.add(service);
    }

    /** Starts the services; one that throws counts as started. */
    void start() throws Exception {
        for (Service service : taken()) {
            begun(service);
            service.start();
        }
    }

    private synchronized List<Service> taken() {
        taking = false;
        return List.copyOf(given);
    }

    private synchronized void begun(Service service) {
        begun.add(service);
    }

    private synchronized List<Service> begun() {
        return List.copyOf(begun);
    }

    /** Ends the started services; an exception is reported and the others are ended, too. */
    void end(Consumer<Throwable> failed) {
        taken();
        List<Service> all = begun();
        for (int i = all.size() - 1; i >= 0; i--) {
            try {
                all.get(i).close();
            } catch (Exception | Error e) {
                failed.accept(e);
            }
        }
    }

    /** Returns the health of each service; one that throws is not healthy. */
    Map<String, Boolean> health() {
        Map<String, Boolean> health = new LinkedHashMap<>();
        begun().forEach(service -> health.merge(service.name(), isWell(service), Boolean::logicalAnd));
        return health;
    }

    private static boolean isWell(Plugin.Service service) {
        try {
            return service.isHealthy();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }
}
