package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import com.eteks.sweethome3d.io.DefaultUserPreferences;
import com.eteks.sweethome3d.io.HomeFileRecorder;
import com.eteks.sweethome3d.model.Home;
import com.eteks.sweethome3d.model.HomeApplication;
import com.eteks.sweethome3d.model.HomeRecorder;
import com.eteks.sweethome3d.model.UserPreferences;
import com.eteks.sweethome3d.plugin.Plugin;
import com.eteks.sweethome3d.plugin.PluginAction;
import com.eteks.sweethome3d.plugin.PluginManager;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.Closeable;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file as it is shipped, loaded by the host's own loader, on a real home, without a screen. */
class HeadlessHostAcceptance {
    private static final String PACKAGE = "dev.plumbline.examples.sweethome3d.";

    @TempDir
    private Path folder;

    @Test
    void file_isSmall() throws Exception {
        assertThat(Files.size(SweetHome.PLUGIN)).as("bytes of the plug-in").isLessThanOrEqualTo(5L << 20);
    }

    @Test
    void plugin_isLoaded_draws_isSavedAndRead_andItsClassLoaderGoes() throws Exception {
        WeakReference<ClassLoader> loader = life();
        for (int i = 0; i < 400 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(25); // the HTTP client of JDK 17 looks every three seconds whether anybody needs it
        }
        assertThat(loader.get()).as("class loader of the plug-in").isNull();
    }

    private WeakReference<ClassLoader> life() throws Exception {
        Home home = new Home();
        Host host = new Host();
        UndoManager undo = new UndoManager();
        UndoableEditSupport support = new UndoableEditSupport();
        support.addUndoableEditListener(undo);
        Files.copy(SweetHome.PLUGIN, folder.resolve("desk.sh3p"));
        List<Plugin> plugins = new PluginManager(folder.toFile()).getPlugins(host, home, host.preferences, support);
        assertThat(plugins).hasSize(1);
        Plugin plugin = plugins.get(0);
        assertThat(plugin.getActions()).hasSize(1);
        assertThat(plugin.getActions()[0].getPropertyValue(PluginAction.Property.MENU))
                .isEqualTo("AI");

        assertThat(said(plugin.getPluginClassLoader(), home, host, support)).isEqualTo("Two walls.");
        assertThat(home.getWalls()).hasSize(2);

        String file = folder.resolve("home.sh3d").toString();
        new HomeFileRecorder().writeHome(home, file);
        assertThat(new HomeFileRecorder().readHome(file).getWalls()).hasSize(2);
        undo.undo();
        assertThat(home.getWalls()).isEmpty();
        plugin.destroy();
        ClassLoader loader = plugin.getPluginClassLoader();
        ((Closeable) loader).close();
        return new WeakReference<>(loader);
    }

    /** What the desk of the shipped file answers: its classes are those of its own loader, so they are asked by name. */
    private static String said(ClassLoader loader, Home home, Host host, UndoableEditSupport support) throws Exception {
        OpenAiChatScript script = OpenAiChatScript.script()
                .callsTool("add_wall", Map.of("x1", 0, "y1", 0, "x2", 400, "y2", 0))
                .callsTool("add_wall", Map.of("x1", 400, "y1", 0, "x2", 400, "y2", 300))
                .says("Two ", "walls.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script)) {
            Object plan = make(loader, "Plan", home, host.preferences, support);
            Object settings = make(loader, "DeskSettings", server.address().toString(), "plan", "");
            Object keys = nothing(loader, "dev.plumbline.provider.SecretStore");
            Object questions = nothing(loader, "java.util.function.Consumer");
            try (AutoCloseable ai = (AutoCloseable)
                    call(loader.loadClass(PACKAGE + "DeskRuntime"), null, "of", plan, settings, keys, questions)) {
                Object session = call(loader.loadClass(PACKAGE + "DeskRuntime"), null, "session", ai);
                Class<?> door = loader.loadClass("dev.plumbline.session.ConversationSession");
                Object ret = door.getMethod("send", String.class).invoke(session, "walls");
                return (String) loader.loadClass("dev.plumbline.call.AiReturn")
                        .getMethod("text")
                        .invoke(ret);
            }
        }
    }

    private static Object make(ClassLoader loader, String type, Object... values) throws Exception {
        Constructor<?> constructor = Arrays.stream(
                        loader.loadClass(PACKAGE + type).getDeclaredConstructors())
                .filter(it -> it.getParameterCount() == values.length)
                .findFirst()
                .orElseThrow();
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static Object call(Class<?> type, Object on, String name, Object... values) throws Exception {
        Method method = Arrays.stream(type.getDeclaredMethods())
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        return method.invoke(on, values);
    }

    private static Object nothing(ClassLoader loader, String type) throws Exception {
        InvocationHandler never = (proxy, method, arguments) -> {
            throw new AssertionError("nobody asks for " + method.getName());
        };
        return Proxy.newProxyInstance(loader, new Class<?>[] {loader.loadClass(type)}, never);
    }

    /** As much of the program as plug-ins are handed. */
    private static final class Host extends HomeApplication {
        private final UserPreferences preferences = new DefaultUserPreferences();

        @Override
        public HomeRecorder getHomeRecorder() {
            return new HomeFileRecorder();
        }

        @Override
        public UserPreferences getUserPreferences() {
            return preferences;
        }

        @Override
        public String getVersion() {
            return "7.0";
        }
    }
}
