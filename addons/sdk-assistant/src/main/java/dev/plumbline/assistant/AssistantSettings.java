package dev.plumbline.assistant;

import dev.plumbline.time.Subscription;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.prefs.Preferences;
import org.jspecify.annotations.Nullable;

/**
 * The place where the settings of an assistant are kept: texts by name, in {@link Preferences}, a file, or the settings of the
 * host. It never has a key. All windows of the assistant follow a change that is made in its set-up. Thread-safe if the place
 * is.
 */
public final class AssistantSettings {
    private final Function<String, @Nullable String> read;
    private final BiConsumer<String, String> write;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    private AssistantSettings(Function<String, @Nullable String> read, BiConsumer<String, String> write) {
        this.read = read;
        this.write = write;
    }

    /**
     * Returns settings that the host keeps.
     *
     * @param read returns the text of a name; null or an empty text if there is none
     * @param write keeps a text; an empty one removes it
     */
    public static AssistantSettings of(Function<String, @Nullable String> read, BiConsumer<String, String> write) {
        return new AssistantSettings(read, write);
    }

    /** Returns settings in a node of the preferences of the user. */
    public static AssistantSettings of(Preferences node) {
        return of(name -> node.get(name, ""), (name, text) -> {
            if (text.isEmpty()) {
                node.remove(name);
            } else {
                node.put(name, text);
            }
        });
    }

    /**
     * Returns settings in a file of properties, which is made at the first change. Several plug-ins and programs may share it: a
     * change is made to the file as it is then, under a lock beside it.
     */
    public static AssistantSettings inFile(Path file) {
        return of(name -> properties(file).getProperty(name), (name, text) -> change(file, name, text));
    }

    private static Properties properties(Path file) {
        Properties all = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            all.load(in);
        } catch (NoSuchFileException none) {
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Changes one text of a file as it is now: another program, or another copy of these classes, may change others. */
    private static void change(Path file, String name, String text) {
        Path place = file.toAbsolutePath().normalize();
        // an interned text is the same object in all class loaders of the process, for which the JDK has one lock of a
        // file
        synchronized (("plumbline settings " + place).intern()) {
            try {
                Path folder = Optional.ofNullable(place.getParent()).orElse(place);
                Files.createDirectories(folder);
                Path lock = folder.resolve(place.getFileName() + ".lock");
                try (FileChannel channel =
                        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                    FileLock unused = channel.lock(); // until the channel is closed
                    replace(place, folder, name, text);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void replace(Path file, Path folder, String name, String text) throws IOException {
        Properties all = properties(file);
        if (text.isEmpty()) {
            all.remove(name);
        } else {
            all.setProperty(name, text);
        }
        Path next = Files.createTempFile(folder, "settings", ".tmp");
        try (Writer out = Files.newBufferedWriter(next, StandardCharsets.UTF_8)) {
            all.store(out, null);
        }
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns a text; empty if there is none. */
    String get(String name) {
        String text = read.apply(name);
        return text == null ? "" : text.strip();
    }

    /** Keeps texts, and says so to all who listen if one of them differs from what was there. */
    void put(Map<String, String> texts) {
        boolean changed = false;
        for (Map.Entry<String, String> each : texts.entrySet()) {
            if (!get(each.getKey()).equals(each.getValue())) {
                write.accept(each.getKey(), each.getValue());
                changed = true;
            }
        }
        if (changed) {
            changed();
        }
    }

    /** Says to all who listen that something changed, such as a key. */
    void changed() {
        listeners.forEach(Runnable::run);
    }

    /** Runs an action after each change until the subscription is closed. */
    Subscription observe(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
