package dev.plumbline.integration.docs;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The programs of docs/plugins.md, compiled; a test sees to it that they are the same. */
final class PluginsExamples {

    private PluginsExamples() {}

    /** Named in META-INF/services/dev.plumbline.plugin.Plugin of its jar. */
    public static final class DoorPlugin implements Plugin {
        private DoorCatalog catalog = new DoorCatalog(List.of());

        @Override
        public Manifest manifest() {
            return Manifest.of("com.acme.doors", "1.4.0")
                    .withRequires("com.acme.catalogue")
                    .withContributes(ContributionKind.TOOLS, ContributionKind.CONTEXT, ContributionKind.SERVICES);
        }

        @Override
        public void activate(Context context) throws IOException {
            String file = context.config().get("catalogue").asText();
            catalog = new DoorCatalog(Files.readAllLines(context.dataFolder().resolve(file)));
            context.addService(new PriceFeed(catalog)); // started when this is over, closed before deactivate
        }

        @Override
        public void contribute(Contributions to) {
            to.addTools(catalog).addContext("door-count", () -> catalog.names().size());
        }
    }

    static AiRuntime host(AiProvider provider, Path settings, Path jar, String sha256) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addPlugin(new CataloguePlugin()) // given,
                .addPlugins(Host.class.getClassLoader()) // found in a class loader that is named,
                .addPluginJars(Host.class.getClassLoader(), jar) // or brought in jars,
                .approveJar(sha256) // if the host approved their digest, or who signed
                .pluginConfig(settings.resolve("plugins.json"))
                .build();
    }

    static List<PluginStatus> without(AiRuntime ai, Path settings, String plugin) throws IOException {
        Files.writeString(settings, "{\"plugins\": {\"" + plugin + "\": {\"enabled\": false}}}");
        return ai.reload(); // for sessions that are opened from now on
    }

    /** The host's own class. */
    private static final class Host {}

    /** What the other one requires. */
    static final class CataloguePlugin implements Plugin {
        @Override
        public Manifest manifest() {
            return Manifest.of("com.acme.catalogue", "1.0.0");
        }

        @Override
        public void contribute(Contributions to) {}
    }

    /** Some doors. */
    record DoorCatalog(List<String> names) {
        @Tool(value = "Finds doors by a word.", readOnly = true)
        List<String> findDoors(@Param(name = "word", value = "part of the name") String word) {
            return names.stream().filter(name -> name.contains(word)).toList();
        }
    }

    /** Something that runs beside. */
    private static final class PriceFeed implements Plugin.Service {
        private final DoorCatalog catalog;
        private volatile boolean running;

        PriceFeed(DoorCatalog catalog) {
            this.catalog = catalog;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public boolean isHealthy() {
            return running && !catalog.names().isEmpty();
        }

        @Override
        public void close() {
            running = false;
        }
    }
}
