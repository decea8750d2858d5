package dev.plumbline.sandbox.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder that tools may access.
 *
 * @param real its real path, with links resolved
 * @param writable whether files in it may be written
 */
record AllowedFolder(Path real, boolean writable) {

    static AllowedFolder of(EgressRuleSet.FolderGrant grant) {
        Path real = real(grant.root());
        if (!Files.isDirectory(real)) {
            throw new IllegalStateException(
                    "egress: " + grant.root() + " is not a folder; allow the folder that contains it");
        }
        if (real.getNameCount() == 0) {
            throw new IllegalStateException("egress: " + grant.root() + " is the root of a disk; allow a folder on it");
        }
        return new AllowedFolder(real, grant.writable());
    }

    private static Path real(Path root) {
        try {
            return root.toRealPath();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "egress: the folder " + root + " does not exist; create it before the runtime is built", e);
        }
    }

    boolean holds(Path path) {
        return path.startsWith(real);
    }
}
