package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A session store of a tenth author with a file for each conversation, or one of its faults by number. */
final class FolderStore implements SessionStore {
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet(); // locks of files count by process

    private final int wrong;
    private final Path folder;
    private final Set<FolderWriter> writers = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    FolderStore(int wrong, Path folder) {
        this.wrong = wrong;
        this.folder = folder.toAbsolutePath().normalize();
        make(this.folder);
    }

    Path place() {
        return folder;
    }

    private record Content(String id, List<Json> records, long bytes) {}

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".talk"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<StoredSession> found = new ArrayList<>();
        for (Path file : files) {
            cancellation.throwIfCancelled();
            Content content = content(file);
            List<Json> records = content.records();
            if (!records.isEmpty()) {
                found.add(StoredSession.of(content.id(), records.get(0), records.get(records.size() - 1)));
            }
        }
        found.sort(Comparator.comparing(StoredSession::last).reversed());
        return found;
    }

    @Override
    public Stream<Json> read(String id, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        return content(file(id)).records().stream().peek(record -> cancellation.throwIfCancelled());
    }

    @Override
    public Writer open(String id, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        if (ended) {
            throw new IllegalStateException("the store is closed");
        }
        Path file = file(id);
        if (wrong != 18) {
            own(file);
        }
        FileChannel channel = null;
        try {
            if (wrong == 18) {
                own(file);
            }
            channel = FileChannel.open(lockOf(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IllegalStateException("the conversation is open in another process");
            }
            FolderWriter writer = new FolderWriter(id, file, channel);
            writers.add(writer);
            return writer;
        } catch (IOException | RuntimeException e) {
            release(file, channel);
            throw e instanceof IOException io ? new UncheckedIOException(io) : (RuntimeException) e;
        }
    }

    @Override
    public void delete(String id, Duration limit, Cancellation cancellation) {
        open(id, limit, cancellation).close(); // refused if somebody writes
        try {
            Files.deleteIfExists(file(id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        ended = true;
        List.copyOf(writers).forEach(FolderWriter::close);
    }

    private static void own(Path file) {
        if (!OPEN.add(file)) {
            throw new IllegalStateException("the conversation is open in this process "
                    + ProcessHandle.current().pid());
        }
    }

    private static void release(Path file, FileChannel channel) {
        try {
            if (channel != null) {
                channel.close(); // and its lock
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OPEN.remove(file);
        }
    }

    private static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero() || limit.isNegative()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }

    private Path file(String id) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Json.of(id).text().getBytes(StandardCharsets.UTF_8));
            return folder.resolve(HexFormat.of().formatHex(digest) + ".talk");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path lockOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Content content(Path file) {
        try {
            if (!Files.exists(file)) {
                return new Content("", List.of(), 0);
            }
            byte[] bytes = Files.readAllBytes(file);
            String id = null;
            List<Json> records = new ArrayList<>();
            int begin = 0;
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] != '\n') {
                    continue;
                }
                Json line = Json.parse(new String(bytes, begin, i - begin, StandardCharsets.UTF_8));
                if (id == null) {
                    id = line.asText();
                } else {
                    records.addAll(line.elements());
                }
                begin = i + 1;
            }
            return new Content(id == null ? "" : id, List.copyOf(records), begin);
        } catch (JsonException damaged) {
            throw new DamagedSessionException("a line of " + file.getFileName() + " is damaged", 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class FolderWriter implements Writer {
        private final String id;
        private final Path file;
        private final FileChannel lock;
        private long records;
        private long bytes;
        private boolean closed;
        private boolean lost;

        FolderWriter(String id, Path file, FileChannel lock) {
            this.id = id;
            this.file = file;
            this.lock = lock;
            Content content = content(file);
            this.records = content.records().size();
            this.bytes = content.bytes();
            try {
                if (size() > bytes) { // a torn end
                    cut(bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public synchronized long position() {
            return records;
        }

        @Override
        public synchronized Stream<Json> read() {
            return content(file).records().stream();
        }

        @Override
        public synchronized void append(long position, List<Json> batch, Duration limit, Cancellation cancellation) {
            if (wrong != 20) {
                require(limit, cancellation);
            }
            try {
                check();
                if (position != records) {
                    lost = true; // whoever expects another conversation writes no more
                    throw new WriterLostException("the conversation has " + records + " records, not " + position);
                }
                if (batch.stream().anyMatch(record -> record.kind() != Json.Kind.OBJECT)) {
                    throw new IllegalArgumentException("a record is a JSON object");
                }
                if (batch.isEmpty()) {
                    return;
                }
                String head = bytes == 0 ? Json.of(id).text() + "\n" : "";
                byte[] text = (head + Json.of(batch).text() + "\n").getBytes(StandardCharsets.UTF_8);
                try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                    ByteBuffer buffer = ByteBuffer.wrap(text);
                    while (buffer.hasRemaining()) {
                        out.write(buffer);
                    }
                    out.force(false);
                }
                bytes += text.length;
                records += batch.size();
                if (wrong == 20) {
                    require(limit, cancellation);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public synchronized String setAside(long keep) {
            try {
                check();
                if (keep < 0 || keep > records) {
                    throw new IllegalArgumentException("the conversation has " + records + " records");
                }
                List<Json> kept = content(file).records().subList(0, Math.toIntExact(keep));
                int number = 1;
                while (Files.exists(aside(number))) {
                    number++;
                }
                if (keep == records) {
                    return ""; // there is nothing behind it
                }
                Files.copy(file, aside(number));
                Path part = file.resolveSibling(file.getFileName() + ".part");
                String text = Json.of(id).text() + "\n"
                        + (kept.isEmpty() ? "" : Json.of(kept).text() + "\n");
                Files.writeString(part, text);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                records = keep;
                bytes = wrong == 19 ? bytes : size();
                return aside(number).toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Path aside(int number) {
            return file.resolveSibling(file.getFileName() + "." + number + ".aside");
        }

        private void check() throws IOException {
            if (closed) {
                throw new WriterLostException("the writer is closed");
            }
            if (lost || size() != bytes) {
                lost = true;
                throw new WriterLostException("somebody else has written");
            }
        }

        private long size() throws IOException {
            return Files.exists(file) ? Files.size(file) : 0;
        }

        private void cut(long length) throws IOException {
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                out.truncate(length);
            }
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                writers.remove(this);
                release(file, lock);
            }
        }
    }
}
