package dev.plumbline.sandbox;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/** A folder held by its handle: what happens to its name does not matter. */
record HeldParent(SecureDirectoryStream<Path> handle) implements Parent {

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
