package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A disk whose n-th operation fails, a write after half of its bytes. */
final class FailingFileOperations implements FileOperations {
    private final FileOperations disk = new PrivateFileOperations();
    private int left;

    FailingFileOperations(int operations) {
        left = operations;
    }

    private boolean fails() {
        return left-- == 0;
    }

    private void check() throws IOException {
        if (fails()) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public byte[] read(Path file, int most) throws IOException {
        check();
        return disk.read(file, most);
    }

    @Override
    public Path writeAside(Path folder, byte[] bytes) throws IOException {
        if (fails()) {
            Files.delete(disk.writeAside(folder, Arrays.copyOf(bytes, bytes.length / 2)));
            throw new IOException("No space left on device");
        }
        return disk.writeAside(folder, bytes);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        check();
        disk.move(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        check();
        disk.delete(file);
    }

    @Override
    public List<Found> list(Path folder) throws IOException {
        check();
        return disk.list(folder);
    }
}
