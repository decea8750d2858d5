package dev.plumbline.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A program with two copies of the classes, each in a class loader of its own, that opens and closes stores on command:
 * lines {@code COPY COMMAND NAME} on its input, {@code COPY} being {@code own} or {@code other}; a line on its output
 * answers each. The child of {@link ConcurrentProcessesTest}.
 */
public final class StoreProgram {

    private StoreProgram() {}

    /** Argument: the folder. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        Map<String, UnaryOperator<String>> copies =
                Map.of("own", new StoreCommands(arguments[0]), "other", otherCopy(arguments[0]));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", 2);
            System.out.println(copies.get(words[0]).apply(words[1]));
        }
    }

    @SuppressWarnings("unchecked") // a class of the other loader has only the types of the JDK in common
    private static UnaryOperator<String> otherCopy(String folder)
            throws MalformedURLException, ReflectiveOperationException {
        List<URL> classes = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            classes.add(Path.of(entry).toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(classes.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        var constructor = loader.loadClass(StoreCommands.class.getName()).getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        return (UnaryOperator<String>) constructor.newInstance(folder);
    }
}
