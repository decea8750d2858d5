package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.io.DefaultUserPreferences;
import com.eteks.sweethome3d.io.HomeFileRecorder;
import com.eteks.sweethome3d.model.Home;
import com.eteks.sweethome3d.model.HomeApplication;
import com.eteks.sweethome3d.model.HomeRecorder;
import com.eteks.sweethome3d.model.UserPreferences;
import com.eteks.sweethome3d.plugin.Plugin;
import com.eteks.sweethome3d.plugin.PluginAction;
import com.eteks.sweethome3d.plugin.PluginManager;
import java.io.Closeable;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;

/**
 * The host without a screen, in a process that has nothing of Plumbline but the file. The desk's classes are those of the
 * plug-in's loader, so they are asked by name.
 */
final class HeadlessHostProgram {
    private static final String PACKAGE = "dev.plumbline.examples.sweethome3d.";

    private HeadlessHostProgram() {}

    /** A folder with the plug-in, and the address of the service. */
    public static void main(String... args) throws Exception {
        WeakReference<ClassLoader> loader = life(Path.of(args[0]), args[1]);
        life(Path.of(args[0]), args[1]); // the JDK's ObjectMethods hold the types of the last records compared
        for (int i = 0; i < 400 && (loader.get() != null || !threads().isEmpty()); i++) {
            System.gc();
            Thread.sleep(25); // the HTTP client of JDK 17 looks every three seconds whether anybody needs it
        }
        System.out.println("collected=" + (loader.get() == null));
        System.out.println("threads=" + threads());
        System.exit(0);
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("plumbline") || name.startsWith("HttpClient"))
                .toList();
    }

    private static WeakReference<ClassLoader> life(Path folder, String service) throws Exception {
        Home home = new Home();
        Host host = new Host();
        host.addHome(home);
        UndoManager undo = new UndoManager();
        UndoableEditSupport support = new UndoableEditSupport();
        support.addUndoableEditListener(undo);
        Plugin plugin = new PluginManager(folder.toFile())
                .getPlugins(host, home, host.preferences, support)
                .get(0);
        ClassLoader loader = plugin.getPluginClassLoader();
        System.out.println("menu=" + plugin.getActions()[0].getPropertyValue(PluginAction.Property.MENU));
        System.out.println("said=" + said(loader, home, host, new Asked(support, service)));
        System.out.println("walls=" + home.getWalls().size());
        String file = folder.resolveSibling("home.sh3d").toString();
        new HomeFileRecorder().writeHome(home, file);
        System.out.println(
                "read=" + new HomeFileRecorder().readHome(file).getWalls().size());
        undo.undo();
        System.out.println("undone=" + home.getWalls().size() + " " + undo.canUndo());
        host.deleteHome(home);
        ((Closeable) loader).close();
        return new WeakReference<>(loader);
    }

    /** Where edits are posted, and who answers. */
    private record Asked(UndoableEditSupport support, String service) {}

    private static Object said(ClassLoader loader, Home home, Host host, Asked asked) throws Exception {
        Object plan = make(loader, "HomePlan", home, host.preferences, asked.support(), null); // no window
        Object settings = make(loader, "DeskSettings", asked.service(), "plan", "");
        Object keys = nothing(loader, "dev.plumbline.provider.SecretStore");
        Object questions = nothing(loader, "java.util.function.Consumer");
        Class<?> runtime = loader.loadClass(PACKAGE + "DeskRuntime");
        try (AutoCloseable ai = (AutoCloseable) call(runtime, "of", plan, settings, keys, questions)) {
            Object session = call(runtime, "session", ai);
            Class<?> door = loader.loadClass("dev.plumbline.session.ConversationSession");
            Object ret = door.getMethod("send", String.class).invoke(session, "walls");
            return loader.loadClass("dev.plumbline.call.AiReturn")
                    .getMethod("text")
                    .invoke(ret);
        }
    }

    private static Object make(ClassLoader loader, String type, Object... values) throws Exception {
        Constructor<?> constructor = loader.loadClass(PACKAGE + type).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static Object call(Class<?> type, String name, Object... values) throws Exception {
        Method method = Arrays.stream(type.getDeclaredMethods())
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        return method.invoke(null, values);
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
