package dev.plumbline.runtime;

import dev.plumbline.event.AiException;
import dev.plumbline.plugins.FoundPlugin;
import dev.plumbline.provider.AiProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All that was brought to a runtime and not made by the host: providers out of jars, and plugins from wherever they come. */
final class Brought {
    private final List<BroughtCode> code = new ArrayList<>();
    private final List<AiProvider> providers = new ArrayList<>();
    private final List<FoundPlugin> plugins = new ArrayList<>();

    /**
     * Opens what was given. A provider that cannot be had is thrown: the runtime would answer by another. A plugin that
     * cannot be had is left out.
     */
    void open(RuntimeParameters given) {
        for (BroughtCode.Jars jars : given.jars) {
            providers.addAll(opened(jars, given).all(AiProvider.class));
        }
        plugins.addAll(given.plugins);
        for (ClassLoader loader : given.pluginLoaders) {
            plugins.addAll(FoundPlugin.in(loader));
        }
        for (BroughtCode.Jars jars : given.pluginJars) {
            plugins.addAll(plugins(jars, given));
        }
    }

    private BroughtCode opened(BroughtCode.Jars jars, RuntimeParameters given) {
        BroughtCode opened = BroughtCode.open(jars, given.approvedJars);
        code.add(opened);
        return opened;
    }

    private List<FoundPlugin> plugins(BroughtCode.Jars jars, RuntimeParameters given) {
        try {
            return opened(jars, given).plugins();
        } catch (AiException refused) {
            String names = jars.files().stream()
                    .map(Path::getFileName)
                    .map(Path::toString)
                    .collect(Collectors.joining(", "));
            return List.of(new FoundPlugin(names, () -> {
                throw refused;
            }));
        }
    }

    List<AiProvider> providers() {
        return providers;
    }

    List<FoundPlugin> plugins() {
        return plugins;
    }

    void close() {
        for (BroughtCode each : code) {
            each.close();
        }
    }
}
