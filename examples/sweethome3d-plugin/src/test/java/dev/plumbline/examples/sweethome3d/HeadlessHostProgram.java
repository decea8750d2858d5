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
import java.awt.Component;
import java.awt.Container;
import java.awt.EventQueue;
import java.io.Closeable;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.prefs.Preferences;
import javax.swing.ToolTipManager;
import javax.swing.text.JTextComponent;
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
        // As the host has done: timers of the JDK keep the classes of whoever makes them first.
        Preferences.userRoot();
        ToolTipManager.sharedInstance();
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
        System.setProperty("plumbline.desk.url", asked.service());
        System.setProperty("plumbline.desk.model", "plan");
        Object plan = make(loader, "HomePlan", home, host.preferences, asked.support(), null); // no window
        Class<?> own = loader.loadClass(PACKAGE + "HomeAssistant");
        Object assistant = onUi(() -> call(own, "make"));
        Object panel = onUi(() -> invoke(assistant, "open", call(own, "document", plan, new Object[0])));
        onUi(() -> invoke(panel, "send", "walls"));
        Container shown = (Container) onUi(() -> invoke(panel, "component"));
        String said = "";
        for (int i = 0; i < 1200 && !said.contains("walls."); i++) {
            Thread.sleep(50);
            said = (String) onUi(() -> last(shown));
        }
        CompletableFuture<?> closed = (CompletableFuture<?>) onUi(() -> invoke(assistant, "close"));
        closed.get(60, TimeUnit.SECONDS);
        return said;
    }

    /** The last text that is shown and ends with a full stop. */
    private static String last(Container of) {
        String found = "";
        for (Component part : of.getComponents()) {
            String inside = part instanceof JTextComponent text
                    ? text.getText()
                    : part instanceof Container more ? last(more) : "";
            found = inside.endsWith(".") ? inside : found;
        }
        return found;
    }

    private static Object onUi(Callable<?> action) throws Exception {
        FutureTask<Object> task = new FutureTask<>(action::call);
        EventQueue.invokeAndWait(task);
        return task.get();
    }

    private static Object invoke(Object on, String name, Object... values) throws Exception {
        Method method = Arrays.stream(on.getClass().getMethods())
                .filter(each -> each.getName().equals(name) && each.getParameterCount() == values.length)
                .findFirst()
                .orElseThrow();
        return method.invoke(on, values);
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
