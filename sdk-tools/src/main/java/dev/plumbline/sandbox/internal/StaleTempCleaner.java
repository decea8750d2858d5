package dev.plumbline.sandbox.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes temp folders that ended programs have left: those of this user whose lock no process holds. */
final class StaleTempCleaner {
    static final String PREFIX = "plumbline-";
    static final String LOCK = "lock";

    private StaleTempCleaner() {}

    /** Deletes stale folders; one that cannot be deleted stays for the next time. */
    static void sweep(Path base) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(base, PREFIX + "*")) {
            for (Path folder : all) {
                if (isOurs(folder, base) && isLeft(folder.resolve(LOCK))) {
                    delete(folder);
                }
            }
        } catch (IOException | RuntimeException leave) {
            // in an unreadable temp folder nothing can be deleted
        }
    }

    /**
     * Returns whether the folder belongs to this process. Its lock must not be opened again: on POSIX, closing a second
     * channel releases the lock of the first.
     */
    private static boolean isOurs(Path folder, Path base) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && !folder.getFileName()
                        .toString()
                        .startsWith(PREFIX + ProcessHandle.current().pid() + "-")
                && Files.isRegularFile(folder.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(me(base));
    }

    /** Returns the owner of files that this process creates. */
    private static java.nio.file.attribute.UserPrincipal me(Path base) throws IOException {
        Path probe = Files.createTempFile(base, PREFIX, ".me");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static boolean isLeft(Path lock) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock free = channel.tryLock()) {
            return free != null && channel.size() > 0;
        } catch (IOException | OverlappingFileLockException held) {
            return false;
        }
    }

    /** Deletes a folder recursively without following links; what cannot be deleted stays. */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deleting());
        } catch (IOException stays) {
            // a file that is in use stays for the next time
        }
    }

    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes about) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
