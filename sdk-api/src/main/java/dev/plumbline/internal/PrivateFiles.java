package dev.plumbline.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;

/** Files and folders that one user can read. They are created with their permissions, so others can at no moment. */
public final class PrivateFiles {
    private PrivateFiles() {}

    /** Returns the attributes for creating a folder in the file system of a path; none where it has no permissions. */
    public static FileAttribute<?>[] ofFolder(Path path) {
        return permissions(path, "rwx------");
    }

    /** Returns the attributes for creating a file in the file system of a path; none where it has no permissions. */
    public static FileAttribute<?>[] ofFile(Path path) {
        return permissions(path, "rw-------");
    }

    private static FileAttribute<?>[] permissions(Path path, String mode) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Creates an empty file in the place of one that may be there, and its folder if that is missing.
     *
     * @throws IOException also if the file system has neither permissions nor access lists
     */
    public static void create(Path folder, Path file) throws IOException {
        Files.createDirectories(folder, ofFolder(folder));
        Files.deleteIfExists(file);
        Files.createFile(file, ofFile(folder));
        if (!isPosix(folder)) {
            ownerOnly(file);
        }
    }

    /** Replaces the access list of a file on Windows by one with the owner alone. */
    private static void ownerOnly(Path file) throws IOException {
        AclFileAttributeView list = Files.getFileAttributeView(file, AclFileAttributeView.class);
        if (list == null) {
            Files.deleteIfExists(file);
            throw new IOException("the file system has neither POSIX permissions nor access lists");
        }
        list.setAcl(List.of(AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(list.getOwner())
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .build()));
    }
}
