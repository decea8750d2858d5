package dev.plumbline.sandbox.internal;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/** A folder held by its handle, so that changes of its path have no effect. */
record SecureParentDirectory(SecureDirectoryStream<Path> handle) implements ParentDirectory {

    /** Opens the folder at the end of a path without links; by its path if the system has no handles. */
    @SuppressWarnings("StreamResourceLeak") // the returned object owns the last handle and closes it
    static ParentDirectory hold(Path anchor, Path way) throws IOException {
        DirectoryStream<Path> first = Files.newDirectoryStream(anchor);
        if (!(first instanceof SecureDirectoryStream<Path> held)) {
            first.close();
            return PathParentDirectory.of(anchor.resolve(way));
        }
        SecureDirectoryStream<Path> last = held;
        for (Path name : way) {
            if (!name.toString().isEmpty()) {
                last = step(last, name);
            }
        }
        return new SecureParentDirectory(last);
    }

    private static SecureDirectoryStream<Path> step(SecureDirectoryStream<Path> from, Path name) throws IOException {
        try (from) {
            return from.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        }
    }

    @Override
    public BasicFileAttributes attributes(Path name) throws IOException {
        return handle.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    @Override
    public SeekableByteChannel open(Path name, Set<OpenOption> options) throws IOException {
        Set<OpenOption> all = new HashSet<>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        return handle.newByteChannel(name, all);
    }

    @Override
    public void replace(Path name, Path by) throws IOException {
        handle.move(by, handle, name);
    }

    @Override
    public void delete(Path name) throws IOException {
        handle.deleteFile(name);
    }

    @Override
    public Iterable<Path> content() {
        return () -> handle.iterator();
    }

    @Override
    public void close() throws IOException {
        handle.close();
    }
}
