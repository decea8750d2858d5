package dev.plumbline.sandbox.internal;

import java.nio.file.Path;

/**
 * A checked path: an existing folder and the path from there.
 *
 * @param anchor a real folder
 * @param way the path from the anchor, of real names; empty for the folder itself
 */
record ResolvedPath(Path anchor, Path way) {

    static ResolvedPath below(Path anchor, Path real) {
        return new ResolvedPath(anchor, anchor.relativize(real));
    }

    /** Returns a path that is allowed only because the rules are in dry-run mode. */
    static ResolvedPath anywhere(Path real) {
        Path parent = real.getParent();
        return parent == null ? new ResolvedPath(real, real.getFileSystem().getPath("")) : below(parent, real);
    }

    Path real() {
        return anchor.resolve(way);
    }

    boolean isAnchor() {
        return way.toString().isEmpty();
    }

    /** Returns the folders between the anchor and the last name. */
    Path folders() {
        Path parent = way.getParent();
        return parent == null ? way.getFileSystem().getPath("") : parent;
    }

    Path name() {
        return way.getFileName();
    }

    @Override
    public String toString() {
        return "ResolvedPath[" + way.getNameCount() + " names]";
    }
}
