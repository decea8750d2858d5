package dev.plumbline.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder that is open to tools.
 *
 * @param real where it is, links resolved
 * @param writable whether its files may be written
 */
record AllowedFolder(Path real, boolean writable) {

    static AllowedFolder of(EgressRuleSet.FolderGrant grant) {
        Path real = real(grant.root());
        if (!Files.isDirectory(real)) {
            throw new IllegalStateException("egress: " + grant.root() + " is no folder; give the folder it is in");
        }
        if (real.getNameCount() == 0) {
            throw new IllegalStateException("egress: " + grant.root() + " is a whole disk; give a folder on it");
        }
        return new AllowedFolder(real, grant.writable());
    }

    private static Path real(Path root) {
        try {
            return root.toRealPath();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "egress: the folder " + root + " is not there; make it before the runtime is built", e);
        }
    }

    boolean holds(Path path) {
        return path.startsWith(real);
    }
}
