package dev.plumbline.plugins;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Plugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A plugin that records what is done with it. */
final class RecordingPlugin implements Plugin {
    final List<String> log;
    private final Manifest manifest;
    private final List<Service> services = new ArrayList<>();
    Consumer<Contributions> contributes = to -> {};
    Optional<Exception> activateThrows = Optional.empty();
    boolean deactivateThrows;

    @Nullable
    Context context;

    RecordingPlugin(List<String> log, Manifest manifest) {
        this.log = log;
        this.manifest = manifest;
    }

    RecordingPlugin with(Service service) {
        services.add(service);
        return this;
    }

    @Override
    public Manifest manifest() {
        return manifest;
    }

    @Override
    public void activate(Context given) throws Exception {
        log.add("+" + id());
        context = given;
        services.forEach(given::addService);
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
        log.add("-" + id());
        if (deactivateThrows) {
            throw new IllegalStateException("secret");
        }
    }

    /** A service that records its calls, too. */
    static final class Server implements Service {
        private final List<String> log;
        private final String name;
        boolean well = true;
        boolean startThrows;

        Server(List<String> log, String name) {
            this.log = log;
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start() {
            log.add("start " + name);
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
            log.add("stop " + name);
        }
    }
}
