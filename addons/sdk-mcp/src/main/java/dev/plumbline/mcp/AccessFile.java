package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
import java.util.Locale;

/** The file from which clients of the same user learn address and token of a running server; readable by this user alone. */
final class AccessFile {
    private final Path path;

    private AccessFile(Path path) {
        this.path = path;
    }

    static Path usualFolder() {
        return Path.of(System.getProperty("user.home", "."), ".plumbline", "mcp");
    }

    /**
     * Writes the file of a server. It is created with its permissions, so nobody else can read it at any moment.
     *
     * @throws UncheckedIOException if it cannot be written, or if others could read it
     */
    static AccessFile write(Path folder, String name, Json content) {
        Path path = folder.resolve(name.toLowerCase(Locale.ROOT).replace(' ', '-') + "-"
                + ProcessHandle.current().pid() + "-"
                + content.get("url").asText().replaceAll("\\D+", "-") + ".json");
        try {
            boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
            Files.createDirectories(folder, permissions(posix, "rwx------"));
            Files.deleteIfExists(path);
            Files.createFile(path, permissions(posix, "rw-------"));
            if (!posix) {
                ownerOnly(path);
            }
            Files.writeString(path, content.text(), StandardCharsets.UTF_8);
            return new AccessFile(path);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the access file of the MCP server cannot be written for this user alone; set another folder with"
                            + " folder(…): " + e.getClass().getSimpleName(),
                    e);
        }
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

    Path path() {
        return path;
    }

    /** Deletes the file; a file that is gone already is no error. */
    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException left) {
            // its token opens nothing any more
        }
    }
}
