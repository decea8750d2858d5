package dev.plumbline.sandbox.internal;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.sandbox.EgressRules.EgressLimits;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.PathParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The file access of one tool call. Each operation runs in a held folder and follows no links. */
final class ToolCallFiles implements SandboxedFiles {
    private static final AccessDenial CHANGED = AccessDenial.of(
            "file.changed",
            "A part of this path changed after it was checked.",
            "another process replaces folders by links; no rule allows it");
    private static final AccessDenial HARD_LINK = AccessDenial.of(
            "file.hard-link",
            "This file has a second name (hard link), which may be outside.",
            "copy the file; a file with two names may also be outside");
    private static final AccessDenial NOT_REGULAR = AccessDenial.of(
            "file.not-regular", "This is not a regular file.", "devices and pipes are never read or written");

    private final PathResolver locator;
    private final AccessDecisionLog decisions;
    private final EgressLimits limits;
    private final Runnable decided;
    private final Runnable checked;
    private final Cancellation cancellation;
    private volatile boolean read;

    /**
     * Creates the access.
     *
     * @param locator resolves and checks paths
     * @param decisions records the decisions
     * @param limits the limits
     * @param settings the cancellation of the call, and what tests call in between
     */
    ToolCallFiles(PathResolver locator, AccessDecisionLog decisions, EgressLimits limits, CallSettings settings) {
        this.locator = locator;
        this.decisions = decisions;
        this.limits = limits;
        this.decided = settings.decided();
        this.checked = settings.checked();
        this.cancellation = settings.cancellation();
    }

    /**
     * The settings of one call.
     *
     * @param cancellation ends a wait for a file
     * @param decided called between decision and operation, for tests
     * @param checked called between the check of a file and its opening, for tests
     */
    record CallSettings(Cancellation cancellation, Runnable decided, Runnable checked) {}

    @Override
    public Path path(String path) {
        Path real = locator.locate(path, PathResolver.Access.READ).real();
        read = true;
        return real;
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(locator.locate(path, PathResolver.Access.READ).real(), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public byte[] read(String path) {
        return done(path, PathResolver.Access.READ, (spot, parent) -> {
            try (InputStream in = Channels.newInputStream(readable(spot, parent))) {
                byte[] bytes = in.readNBytes((int) limits.maxFileBytes() + 1);
                refuseLarge(bytes.length);
                return bytes;
            }
        });
    }

    @Override
    public String readText(String path) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read(path)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ToolException("This file is not UTF-8 text.");
        }
    }

    @Override
    public InputStream open(String path) {
        return done(
                path,
                PathResolver.Access.READ,
                (spot, parent) -> new BoundedInputStream(
                        Channels.newInputStream(readable(spot, parent)), limits.maxFileBytes(), decisions::ensureOpen));
    }

    private SeekableByteChannel readable(ResolvedPath spot, ParentDirectory parent) throws IOException {
        BasicFileAttributes before = parent.attributes(spot.name());
        refuseOdd(before);
        refuseLarge(before.size());
        checked.run();
        SeekableByteChannel channel = opened(spot, parent);
        try {
            refuseOpened(spot, parent, channel);
            read = true;
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @SuppressWarnings("try") // the release only has to stand ready meanwhile
    private SeekableByteChannel opened(ResolvedPath spot, ParentDirectory parent) throws IOException {
        try (PipeRelease release = new PipeRelease(spot.real(), cancellation)) {
            return parent.open(spot.name(), Set.of(StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            refuseOdd(parent.attributes(spot.name())); // a link is not opened, and the exception does not say so
            throw e;
        }
    }

    /** Checks the file that is open, whatever its path leads to now; by its path where a system cannot tell. */
    private void refuseOpened(ResolvedPath spot, ParentDirectory parent, SeekableByteChannel channel)
            throws IOException {
        OpenFileAttributes opened = attributes(channel).orElse(null);
        if (opened == null) {
            refuseOdd(parent.attributes(spot.name()));
            refuseSecondName(spot.real());
        } else if (!opened.isRegular()) {
            decisions.refuse(PathResolver.Access.READ.label(), NOT_REGULAR);
        } else {
            refuseOtherName(opened, OpenFileAttributes.named(spot.real()));
        }
        refuseLarge(channel.size());
    }

    /** Refuses an open file unless its only name is the one that was checked, both at the same moment. */
    private void refuseOtherName(OpenFileAttributes opened, OpenFileAttributes named) {
        if (opened.names() > 1 || named.names() > 1) {
            decisions.refuse(PathResolver.Access.READ.label(), HARD_LINK);
        } else if (!opened.key().equals(named.key())) {
            decisions.refuse(PathResolver.Access.READ.label(), CHANGED);
        }
    }

    /** Returns the attributes of an open file; a pipe has no position. */
    private static Optional<OpenFileAttributes> attributes(SeekableByteChannel channel) {
        try {
            return OpenFileAttributes.of(channel);
        } catch (IOException noPosition) {
            return Optional.of(OpenFileAttributes.NO_POSITION);
        }
    }

    /** Returns whether anything was read, or may have been: a path was given out, or names were listed. */
    boolean hasRead() {
        return read;
    }

    private void refuseOdd(BasicFileAttributes file) {
        if (file.isDirectory()) {
            throw new ToolException("This is a folder.");
        }
        if (!file.isRegularFile()) {
            decisions.refuse(PathResolver.Access.READ.label(), file.isSymbolicLink() ? CHANGED : NOT_REGULAR);
        }
    }

    private void refuseLarge(long bytes) {
        if (bytes > limits.maxFileBytes()) {
            throw new ToolException(
                    ToolEnvelope.Code.QUOTA,
                    "A file of more than " + limits.maxFileBytes() + " bytes is too large here.");
        }
    }

    /** Refuses a file with several names, on systems that count them. */
    private void refuseSecondName(Path real) throws IOException {
        if (real.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(real, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer names
                && names > 1) {
            decisions.refuse(PathResolver.Access.READ.label(), HARD_LINK);
        }
    }

    @Override
    public List<String> list(String folder) {
        ResolvedPath spot = locator.locate(folder, PathResolver.Access.LIST);
        decided.run();
        try (ParentDirectory parent = SecureParentDirectory.hold(spot.anchor(), spot.way())) {
            List<String> names = names(parent);
            read = true;
            return names;
        } catch (IOException e) {
            throw failed(e, PathResolver.Access.LIST);
        }
    }

    private List<String> names(ParentDirectory parent) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            for (Path entry : parent.content()) {
                enter(entry.getFileName(), parent, names);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(names);
        return List.copyOf(names);
    }

    /** Adds a name, unless the path grammar refuses it. */
    private void enter(Path name, ParentDirectory parent, List<String> names) throws IOException {
        if (PathParser.read(name.toString(), PathParser.PathSyntax.POSIX) instanceof PathParser.Relative) {
            if (names.size() == limits.maxListedNames()) {
                throw new ToolException(
                        ToolEnvelope.Code.QUOTA, "More than " + limits.maxListedNames() + " names are too many here.");
            }
            names.add(parent.attributes(name).isDirectory() ? name + "/" : name.toString());
        }
    }

    @Override
    public void write(String path, byte[] content) {
        refuseLarge(content.length);
        done(path, PathResolver.Access.WRITE, (spot, parent) -> {
            refuseTarget(spot, parent);
            Path draft = StagedFile.write(parent, disk(spot), content);
            try {
                decisions.ensureOpen();
                parent.replace(spot.name(), draft);
            } catch (IOException | RuntimeException e) {
                parent.delete(draft);
                throw e;
            }
            return spot;
        });
    }

    private void refuseTarget(ResolvedPath spot, ParentDirectory parent) throws IOException {
        try {
            refuseOdd(parent.attributes(spot.name()));
        } catch (NoSuchFileException fine) {
            // a new file
        }
    }

    private static FileSystem disk(ResolvedPath spot) {
        return spot.anchor().getFileSystem();
    }

    private <T> T done(String path, PathResolver.Access access, FileAction<T> deed) {
        ResolvedPath spot = locator.locate(path, access);
        if (spot.isAnchor()) {
            throw new ToolException("This is a folder.");
        }
        decided.run();
        try (ParentDirectory parent = SecureParentDirectory.hold(spot.anchor(), spot.folders())) {
            return deed.on(spot, parent);
        } catch (IOException e) {
            throw failed(e, access);
        }
    }

    /** Converts an exception of the disk; systems throw a plain IOException for a link that must not be followed. */
    private ToolException failed(IOException e, PathResolver.Access access) {
        if (e instanceof NoSuchFileException) {
            return new ToolException("There is no such file or folder.");
        }
        if (e.getClass() == FileSystemException.class) {
            decisions.refuse(access.label(), CHANGED);
        }
        return new ToolException("The disk refused: " + e.getClass().getSimpleName() + ".");
    }

    /** An operation on a file in its folder. */
    private interface FileAction<T> {
        T on(ResolvedPath spot, ParentDirectory parent) throws IOException;
    }
}
