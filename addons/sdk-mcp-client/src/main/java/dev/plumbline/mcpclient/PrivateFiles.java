package dev.plumbline.mcpclient;

import dev.plumbline.body.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Files that one user can read: each is created with its permissions and replaced as a whole. Thread-safe. */
final class PrivateFiles {
    private static final int NAME = 32;

    private final Path folder;

    PrivateFiles(Path folder) {
        this.folder = folder;
    }

    synchronized Optional<String> read(String key) {
        try {
            return Optional.of(Files.readString(path(key), StandardCharsets.UTF_8));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the store cannot be read", e);
        }
    }

    synchronized void write(String key, String value) {
        try {
            if (value.isEmpty()) {
                Files.deleteIfExists(path(key));
                return;
            }
            Path fresh = path(key + "\u0000fresh");
            boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
            Files.createDirectories(folder, permissions(posix, "rwx------"));
            Files.deleteIfExists(fresh);
            Files.createFile(fresh, permissions(posix, "rw-------"));
            if (!posix) {
                ownerOnly(fresh);
            }
            Files.writeString(fresh, value, StandardCharsets.UTF_8);
            Files.move(fresh, path(key), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the store cannot write a file for this user alone; give it another folder", e);
        }
    }

    private Path path(String key) {
        String name = Digest.of("plb1/mcp-store").text(key).fingerprint().toString();
        return folder.resolve(name.replaceAll("[^0-9a-zA-Z]", "").substring(0, NAME) + ".json");
    }

    private static FileAttribute<?>[] permissions(boolean posix, String mode) {
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    /** Replaces the access list of a file on Windows by one with the owner alone. */
    private static void ownerOnly(Path path) throws IOException {
        AclFileAttributeView list = Files.getFileAttributeView(path, AclFileAttributeView.class);
        if (list == null) {
            Files.deleteIfExists(path);
            throw new IOException("the file system has neither POSIX permissions nor access lists");
        }
        list.setAcl(List.of(AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(list.getOwner())
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .build()));
    }
}
