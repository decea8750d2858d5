package dev.plumbline.sandbox.internal;

import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores large results as files in the temp directory, named by their content; deletes the least recently used ones
 * first.
 */
final class FileToolResultStore implements ToolResultStore {
    private final TempDirectory tempDir;
    private final ResultLimits limits;
    private final Map<Key, Item> items = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    FileToolResultStore(TempDirectory tempDir, ResultLimits limits) {
        this.tempDir = tempDir;
        this.limits = limits;
    }

    @Override
    public Optional<StoredResult> store(String session, String mediaType, InputStream content) throws IOException {
        Path folder = tempDir.sessionFolder(session, "results");
        Path draft = Files.createTempFile(folder, "draft-", "");
        try {
            Optional<String> name = written(content, draft);
            if (name.isEmpty()) {
                return Optional.empty();
            }
            Path file = folder.resolve(name.get());
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Item item = new Item(file, mediaType, Files.size(file));
            enter(new Key(session, name.get()), item);
            return Optional.of(item.kept(name.get()));
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Writes the content and returns its name; empty if it is too large. */
    private Optional<String> written(InputStream content, Path draft) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[64 * 1024];
        long written = 0;
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(draft), digest)) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                written += read;
                if (written > limits.bytes()) {
                    return Optional.empty();
                }
                out.write(buffer, 0, read);
            }
        }
        return Optional.of(HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private void enter(Key key, Item item) throws IOException {
        for (Path gone : entered(key, item)) {
            Files.deleteIfExists(gone);
        }
    }

    /** Registers an item and returns the files to delete for it. */
    private synchronized List<Path> entered(Key key, Item item) {
        Item before = items.put(key, item);
        bytes += item.bytes() - (before == null ? 0 : before.bytes());
        List<Path> gone = new ArrayList<>();
        while (items.size() > limits.results() || bytes > limits.allBytes()) {
            Map.Entry<Key, Item> eldest = items.entrySet().iterator().next();
            items.remove(eldest.getKey());
            bytes -= eldest.getValue().bytes();
            gone.add(eldest.getValue().file());
        }
        return gone;
    }

    @Override
    public synchronized Optional<StoredResult> find(String session, String reference) {
        return Optional.ofNullable(items.get(new Key(session, reference))).map(item -> item.kept(reference));
    }

    /** Removes the items of a session; its files are deleted with its folder. */
    synchronized void forget(String session) {
        if (items.isEmpty()) {
            return;
        }
        items.entrySet().removeIf(entry -> {
            boolean isOfSession = entry.getKey().session().equals(session);
            bytes -= isOfSession ? entry.getValue().bytes() : 0;
            return isOfSession;
        });
    }

    private record Key(String session, String reference) {}

    private record Item(Path file, String mediaType, long bytes) {
        StoredResult kept(String reference) {
            return new StoredResult(
                    reference, mediaType, bytes, () -> Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS));
        }
    }
}
