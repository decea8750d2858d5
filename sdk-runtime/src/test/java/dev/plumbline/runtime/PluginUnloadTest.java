package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.ScriptedProvider;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins that come and go in a program that stays. */
public class PluginUnloadTest {
    private static final int LIVES = Integer.getInteger("plumbline.lives", 20);
    private static final ClassLoader HERE = PluginUnloadTest.class.getClassLoader();

    /** The class loaders of all plugins there were. */
    public static final List<WeakReference<ClassLoader>> LOADERS = new ArrayList<>();

    private static final String MOTHS = """
            package moths;
            import dev.plumbline.conversation.*;
            import dev.plumbline.plugin.*;
            import dev.plumbline.tool.*;
            public final class Moths implements Plugin {
                public record Lamp(String name, java.util.List<Size> sizes) {}
                public record Size(double width, double height) {}
                public enum Colour { WHITE, BROWN }
                public Manifest manifest() { return Manifest.of("moths", "1.0").withContributes(ContributionKind.values()); }
                public void activate(Context context) {
                    dev.plumbline.runtime.PluginUnloadTest.LOADERS.add(
                            new java.lang.ref.WeakReference<>(Moths.class.getClassLoader()));
                    context.dataFolder();
                    context.addService(new Light());
                }
                public void contribute(Contributions to) {
                    to.addTools(AiTool.of("light", "Lights.", Lamp.class, (lamp, call) -> lamp.sizes().get(0)))
                            .addTools(new Wings())
                            .addContext("moths", () -> Colour.BROWN)
                            .addPolicy("moths-around", (call, next) -> next.proceed(call))
                            .addToolPolicy("moths-tools", (call, next) -> next.proceed(call))
                            .addHook("moths-hook", new Hook() {})
                            .addView(new ConversationObserver() {})
                            .addObserver(event -> {});
                }
                public static final class Wings {
                    @Tool("Flies.") Size fly(@Param(name = "colour", value = "of the wings") Colour colour) { return new Size(1, 2); }
                }
                static final class Light implements Service {
                    private volatile boolean on;
                    private final Thread thread = new Thread(this::shine);
                    public void start() { on = true; thread.start(); }
                    private void shine() { while (on) { java.util.concurrent.locks.LockSupport.parkNanos(1_000_000); } }
                    public boolean isHealthy() { return on; }
                    public void close() {
                        on = false;
                        try { thread.join(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    @Tag("F127")
    @DisplayName("127 a plugin is loaded, used and unloaded over and over: no class loader of it is left")
    void loaders_goWithTheirPlugins() throws Exception {
        LeakDetector leaks = LeakDetector.watch();
        Path jar = new TestJar("moths.Moths", MOTHS, Plugin.class)
                .make(folder.resolve("moths.jar"), new Manifest(), "moths.Moths");
        LOADERS.clear();
        for (int i = 0; i < LIVES; i++) {
            life(jar, i % 2 == 0);
        }
        List<WeakReference<ClassLoader>> loaders = List.copyOf(LOADERS);
        life(jar, true); // the JDK's ObjectMethods hold the types of the last records compared
        leaks.close();
        Await.until(
                () -> {
                    System.gc();
                    return left(loaders) == 0;
                },
                Duration.ofMinutes(1));
        assertThat(loaders).hasSize(LIVES);
        assertThat(left(loaders)).as("class loaders left of " + LIVES).isZero();
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    /** As a jar that was approved, or in a loader of the host's own. */
    private void life(Path jar, boolean approved) throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("light", Map.of("name", "x", "sizes", List.of(Map.of("width", 1, "height", 2))))
                .callsTool("fly", Map.of("colour", "WHITE"))
                .says("Done.");
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model).pluginConfig(folder.resolve("plugins.json"));
        try (URLClassLoader own = new URLClassLoader(new URL[] {jar.toUri().toURL()}, HERE)) {
            AiRuntime ai = approved
                    ? builder.addPluginJars(HERE, jar).approveAllJars().build()
                    : builder.addPlugins(own).build();
            try (ai) {
                assertThat(ai.describe()).contains("Light @moths healthy");
                assertThat(ai.send(AiBody.builder()
                                        .toolFilter("*")
                                        .contextFilter("*")
                                        .addUser("Shine.")
                                        .build())
                                .toolResults())
                        .hasSize(2)
                        .allMatch(result -> result.envelope().isOk());
            }
            assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        }
    }
}
