package dev.plumbline.sandbox;

import java.nio.file.Path;

/**
 * A place on a disk that was decided: the way to it from a folder that is held while something is done there.
 *
 * @param anchor a real folder
 * @param way from there, of real names; empty for the folder itself
 */
record ResolvedPath(Path anchor, Path way) {

    static ResolvedPath below(Path anchor, Path real) {
        return new ResolvedPath(anchor, anchor.relativize(real));
    }

    /** Its folder and its name, for what no rule allows and nobody refuses: rules are only being tried out. */
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

    /** The folders between the anchor and the last name. */
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
