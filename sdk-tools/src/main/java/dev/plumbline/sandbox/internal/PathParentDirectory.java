package dev.plumbline.sandbox.internal;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A folder identified by its path, for systems without folder handles (Windows): each operation checks afterwards that
 * the path still leads to the same folder. A swap there and back in between is not detected.
 */
record PathParentDirectory(Path real) implements ParentDirectory {

    static PathParentDirectory of(Path real) throws IOException {
        PathParentDirectory parent = new PathParentDirectory(real);
        parent.check(real);
        return parent;
    }

    private void check(Path path) throws IOException {
        if (!path.toRealPath().equals(path)) {
            throw new FileSystemException(null);
        }
    }

    @Override
    public BasicFileAttributes attributes(Path name) throws IOException {
        return Files.readAttributes(real.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public SeekableByteChannel open(Path name, Set<OpenOption> options) throws IOException {
        Set<OpenOption> all = new HashSet<>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        SeekableByteChannel channel = Files.newByteChannel(real.resolve(name), all);
        try {
            check(real.resolve(name));
            return channel;
        } catch (IOException moved) {
            channel.close();
            throw moved;
        }
    }

    @Override
    public void replace(Path name, Path by) throws IOException {
        check(real);
        Files.move(
                real.resolve(by),
                real.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path name) throws IOException {
        Files.deleteIfExists(real.resolve(name));
    }

    @Override
    public Iterable<Path> content() throws IOException {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(real)) {
            all.forEach(names::add);
        }
        check(real);
        return names;
    }

    @Override
    public void close() {}
}
