package dev.plumbline.examples.platforms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The class loaders of IntelliJ, built again after their source: what the platform alone may load comes from it, then a
 * plug-in looks at its own jars, and at last at the platform. The platform of this test has the library, too.
 */
class IntelliJLoadersAcceptance {
    @TempDir
    Path folder;

    /** The loader of a plug-in without dependencies. */
    private static final class PluginLoader extends URLClassLoader {
        private final ClassLoader platform;

        PluginLoader(Path plugin, ClassLoader platform) throws IOException {
            super(new URL[] {plugin.toUri().toURL()}, null);
            this.platform = platform;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return platform.loadClass(name);
            }
            synchronized (getClassLoadingLock(name)) {
                try {
                    Class<?> known = findLoadedClass(name);
                    return known == null ? findClass(name) : known;
                } catch (ClassNotFoundException others) {
                    return platform.loadClass(name);
                }
            }
        }

        @Override
        public URL getResource(String name) {
            URL own = findResource(name);
            return own == null ? platform.getResource(name) : own;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
            all.addAll(Collections.list(platform.getResources(name)));
            return Collections.enumeration(all);
        }
    }

    @Test
    @DisplayName("D4 two plug-ins with two versions of the library work side by side in the class loaders of IntelliJ")
    void d4_twoPlugins_workSideBySide() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("write_text", Map.of("whole", "Dear Ann"))
                .says("Written.")
                .callsTool("write_text", Map.of("whole", "Dear Bob"))
                .says("Written.");
        Path first = TwoPlugins.with(IdeProbe.class, TwoPlugins.FIRST, folder.resolve("a.jar"));
        Path second = TwoPlugins.with(
                IdeProbe.class,
                TwoPlugins.second(Files.createDirectories(folder.resolve("b"))),
                folder.resolve("b.jar"));
        ClassLoader platform = getClass().getClassLoader();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                PluginLoader one = new PluginLoader(first, platform);
                PluginLoader two = new PluginLoader(second, platform)) {
            System.setProperty("plumbline.url", server.address().toString());
            assertThat(turn(one)).isEqualTo("Written. Dear Ann " + TwoPlugins.version(first));
            assertThat(turn(two)).isEqualTo("Written. Dear Bob 0.9.1");
            for (PluginLoader loader : List.of(one, two)) {
                assertThat(loader.loadClass("dev.plumbline.runtime.AiRuntime").getClassLoader())
                        .isSameAs(loader);
            }
        }
    }

    @SuppressWarnings("unchecked") // the class implements it
    private static String turn(ClassLoader plugin) throws Exception {
        Object probe = plugin.loadClass(IdeProbe.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        return ((Callable<String>) probe).call();
    }
}
