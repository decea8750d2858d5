package dev.plumbline.integration.desktop;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * As much of a desktop program as plug-ins meet: documents of lines with an undo manager each, and a class loader for the
 * plug-in. Everything of Plumbline is in that loader alone.
 */
final class MiniHost implements AutoCloseable {
    private final URLClassLoader loader;

    MiniHost() {
        loader = new URLClassLoader(classPath(), new Narrow(MiniHost.class.getClassLoader()));
    }

    /** Starts the plug-in on a document. */
    @SuppressWarnings("unchecked")
    Consumer<String> plugin(MiniDocument document, String service) throws Exception {
        Class<?> plugin = loader.loadClass(MiniPlugin.class.getName());
        return (Consumer<String>)
                plugin.getConstructor(Object.class, String.class).newInstance(document, service);
    }

    ClassLoader loader() {
        return loader;
    }

    private static URL[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(MiniHost::url)
                .toArray(URL[]::new);
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** The host's own classes, and nothing of the plug-in's or of what it brings. */
    private static final class Narrow extends ClassLoader {
        private final ClassLoader host;

        Narrow(ClassLoader host) {
            super(ClassLoader.getPlatformClassLoader());
            this.host = host;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(MiniDocument.class.getName())) {
                return host.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
