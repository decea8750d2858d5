package dev.plumbline.runtime;

import dev.plumbline.event.AiException;
import dev.plumbline.plugins.PluginCandidate;
import dev.plumbline.provider.AiProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The code that a runtime loads: providers from jars, and plugins. */
final class ExternalCode {
    private final List<VerifiedJarLoader> code = new ArrayList<>();
    private final List<AiProvider> providers = new ArrayList<>();
    private final List<PluginCandidate> plugins = new ArrayList<>();

    /**
     * Loads providers and plugins. A provider that cannot be loaded is an error, because another would answer in its
     * place. A plugin that cannot be loaded is left out.
     */
    void open(RuntimeSettings given) {
        for (VerifiedJarLoader.JarSet jars : given.jars) {
            providers.addAll(opened(jars, given).all(AiProvider.class));
        }
        plugins.addAll(given.plugins);
        for (ClassLoader loader : given.pluginLoaders) {
            plugins.addAll(PluginCandidate.in(loader));
        }
        for (VerifiedJarLoader.JarSet jars : given.pluginJars) {
            plugins.addAll(plugins(jars, given));
        }
    }

    private VerifiedJarLoader opened(VerifiedJarLoader.JarSet jars, RuntimeSettings given) {
        VerifiedJarLoader opened = VerifiedJarLoader.open(jars, given.approvedJars);
        code.add(opened);
        return opened;
    }

    private List<PluginCandidate> plugins(VerifiedJarLoader.JarSet jars, RuntimeSettings given) {
        try {
            return opened(jars, given).plugins();
        } catch (AiException refused) {
            String names = jars.files().stream()
                    .map(Path::getFileName)
                    .map(Path::toString)
                    .collect(Collectors.joining(", "));
            return List.of(new PluginCandidate(names, () -> {
                throw refused;
            }));
        }
    }

    List<AiProvider> providers() {
        return providers;
    }

    List<PluginCandidate> plugins() {
        return plugins;
    }

    void close() {
        for (VerifiedJarLoader each : code) {
            each.close();
        }
    }
}
