package dev.plumbline.mcp;

import dev.plumbline.internal.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The key of the client behind a bridge: of the process that started the bridge. A bridge that this process starts again
 * has the same key, so that its client finds its tasks; two bridges at a time have two, because a file has one key, and
 * a running bridge has locked its file. The files can be read by this user alone.
 *
 * @param text the key
 * @param lock holds the file until it is closed; null if the key is in none
 */
record BridgeKey(String text, @Nullable FileChannel lock) implements AutoCloseable {
    private static final int MOST = 16;
    private static final int LENGTH = 22;
    private static final Pattern KEYS = Pattern.compile("(bridge-(\\d{1,18})-\\d+)-\\d+\\.key");

    /**
     * Returns a key that no running bridge has.
     *
     * @param fresh a new key, 22 characters of ASCII
     */
    static BridgeKey take(Path folder, String fresh) {
        deleteEnded(folder);
        Optional<String> client = ProcessHandle.current().parent().map(BridgeKey::name);
        for (int number = 0; client.isPresent() && number < MOST; number++) {
            Path file = folder.resolve(client.get() + "-" + number + ".key");
            try {
                if (!Files.exists(file)) {
                    PrivateFiles.create(folder, file);
                }
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                if (isLocked(channel)) {
                    return new BridgeKey(read(channel, fresh), channel);
                }
                channel.close();
            } catch (IOException notOurs) {
                // the next one, or a key that does not outlast this bridge
            }
        }
        return new BridgeKey(fresh, null);
    }

    private static String name(ProcessHandle process) {
        long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return "bridge-" + process.pid() + "-" + started;
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException here) {
            return false;
        }
    }

    private static String read(FileChannel channel, String fresh) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        int count = channel.read(bytes, 0);
        String known = new String(bytes.array(), StandardCharsets.US_ASCII);
        if (count == LENGTH && known.matches("[A-Za-z0-9_-]*")) {
            return known;
        }
        int unused = channel.write(ByteBuffer.wrap(fresh.getBytes(StandardCharsets.US_ASCII)), 0);
        return fresh;
    }

    /** Deletes the keys of clients that have ended. */
    private static void deleteEnded(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher key = KEYS.matcher(file.getFileName().toString());
                if (key.matches() && !isAlive(Long.parseLong(key.group(2)), key.group(1))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException left) {
            // they are keys of nobody
        }
    }

    private static boolean isAlive(long process, String name) {
        return ProcessHandle.of(process)
                .filter(client -> name(client).equals(name))
                .isPresent();
    }

    /** Lets another bridge of the client have the key. */
    @Override
    public void close() {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException ended) {
                // the end of the process frees it
            }
        }
    }

    @Override
    public String toString() {
        return "BridgeKey";
    }
}
