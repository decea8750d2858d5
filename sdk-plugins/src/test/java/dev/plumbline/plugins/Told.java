package dev.plumbline.plugins;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Plugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A plugin that tells what is done with it. */
final class Told implements Plugin {
    final List<String> told;
    private final Manifest manifest;
    private final List<Service> services = new ArrayList<>();
    Consumer<Contributions> contributes = to -> {};
    Optional<Exception> activateThrows = Optional.empty();
    boolean deactivateThrows;

    @Nullable
    Context context;

    Told(List<String> told, Manifest manifest) {
        this.told = told;
        this.manifest = manifest;
    }

    Told with(Service service) {
        services.add(service);
        return this;
    }

    @Override
    public Manifest manifest() {
        return manifest;
    }

    @Override
    public void activate(Context given) throws Exception {
        told.add("+" + id());
        context = given;
        services.forEach(given::manage);
        if (activateThrows.isPresent()) {
            throw activateThrows.get();
        }
    }

    @Override
    public void contribute(Contributions to) {
        contributes.accept(to);
    }

    @Override
    public void deactivate() {
        told.add("-" + id());
        if (deactivateThrows) {
            throw new IllegalStateException("secret");
        }
    }

    /** A service that tells, too. */
    static final class Server implements Service {
        private final List<String> told;
        private final String name;
        boolean well = true;
        boolean startThrows;

        Server(List<String> told, String name) {
            this.told = told;
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start() {
            told.add("start " + name);
            if (startThrows) {
                throw new IllegalStateException("secret");
            }
        }

        @Override
        public boolean isHealthy() {
            return well;
        }

        @Override
        public void close() {
            told.add("stop " + name);
        }
    }
}
