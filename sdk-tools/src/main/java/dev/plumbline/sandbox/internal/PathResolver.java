package dev.plumbline.sandbox.internal;

import dev.plumbline.event.TelemetryName;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.PathParser;
import dev.plumbline.tool.internal.PathParser.Absolute;
import dev.plumbline.tool.internal.PathParser.ParsedPath;
import dev.plumbline.tool.internal.PathParser.PathSyntax;
import dev.plumbline.tool.internal.PathParser.Refused;
import dev.plumbline.tool.internal.PathParser.Relative;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Resolves a path and checks it: first its grammar, then the real path of its existing part. A link is judged by its
 * target.
 */
final class PathResolver {
    private static final TelemetryName INSIDE = new TelemetryName("file.inside");
    private static final AccessDenial NO_FOLDER = AccessDenial.of(
            "file.no-folder",
            "Tools may not access files here. Continue without files.",
            "withFolder(…) allows a folder");
    private static final AccessDenial OUTSIDE = AccessDenial.of(
            "file.outside",
            "This path is outside the folders that tools may access. Use a relative path.",
            "withFolder(…) or withReadOnlyFolder(…) allows its folder");
    private static final AccessDenial READ_ONLY = AccessDenial.of(
            "file.read-only", "Files may only be read here.", "withFolder(…) instead of withReadOnlyFolder(…)");

    private final List<AllowedFolder> folders;
    private final AccessDecisionLog decisions;

    PathResolver(List<AllowedFolder> folders, AccessDecisionLog decisions) {
        this.folders = folders;
        this.decisions = decisions;
    }

    /**
     * Returns the resolved path, if it is allowed.
     *
     * @throws ToolException EGRESS_DENIED, with the rule
     */
    ResolvedPath locate(String path, Access access) {
        decisions.ensureOpen();
        Path real = realOf(written(path, access), access);
        Optional<AllowedFolder> folder = folders.stream()
                .filter(open -> open.holds(real))
                .max(Comparator.comparing(open -> open.real().getNameCount()));
        if (folder.isEmpty()) {
            decisions.refuse(access.label(), folders.isEmpty() ? NO_FOLDER : OUTSIDE);
            return ResolvedPath.anywhere(real);
        }
        return decided(folder.get(), real, access);
    }

    private ResolvedPath decided(AllowedFolder folder, Path real, Access access) {
        if (access == Access.WRITE && !folder.writable()) {
            decisions.refuse(access.label(), READ_ONLY);
        } else {
            decisions.allow(access.label(), INSIDE);
        }
        return ResolvedPath.below(folder.real(), real);
    }

    /** Returns the path as written, made absolute. */
    private Path written(String path, Access access) {
        ParsedPath reading = PathParser.read(path, form());
        if (reading instanceof Relative relative) {
            return base(access).map(base -> below(base, relative.names())).orElseGet(() -> asItStands(path));
        }
        if (reading instanceof Absolute absolute) {
            return below(disk().getPath(absolute.root()), absolute.names());
        }
        decisions.refuse(access.label(), AccessDenial.of(((Refused) reading).fault()));
        return asItStands(path);
    }

    private Optional<Path> base(Access access) {
        if (folders.isEmpty()) {
            decisions.refuse(access.label(), NO_FOLDER);
        }
        return folders.stream().map(AllowedFolder::real).findFirst();
    }

    private Path asItStands(String path) {
        try {
            return disk().getPath(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new ToolException("This is not a valid path.");
        }
    }

    private static Path below(Path base, List<String> names) {
        Path path = base;
        for (String name : names) {
            path = path.resolve(name);
        }
        return path;
    }

    private FileSystem disk() {
        return folders.isEmpty()
                ? FileSystems.getDefault()
                : folders.get(0).real().getFileSystem();
    }

    private PathSyntax form() {
        return disk().getSeparator().equals("\\") ? PathSyntax.WINDOWS : PathSyntax.POSIX;
    }

    /** Returns the path with links resolved; refuses a path that cannot be inspected. */
    private Path realOf(Path path, Access access) {
        try {
            return real(path);
        } catch (IOException | InvalidPathException e) {
            decisions.refuse(access.label(), OUTSIDE);
            return path;
        }
    }

    /** Returns the real path of the deepest existing parent and the rest below it; throws for a dangling link. */
    private static Path real(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return path.toRealPath();
        }
        Path parent = path.getParent();
        if (parent == null) {
            throw new NoSuchFileException(null);
        }
        return real(parent).resolve(path.getFileName().toString());
    }

    /** The kind of file access. */
    enum Access {
        READ("file.read"),
        WRITE("file.write"),
        LIST("file.list");

        private final String text;

        Access(String text) {
            this.text = text;
        }

        TelemetryName label() {
            return new TelemetryName(text);
        }
    }
}
