package dev.plumbline.sandbox;

import dev.plumbline.tool.GuardedFiles;
import dev.plumbline.tool.GuardedHttp;
import dev.plumbline.tool.Reach;
import java.nio.file.Path;
import java.util.function.Supplier;

/** What one call can reach, while it lasts. */
record OpenReach(Decisions decisions, FileDoor callFiles, HttpDoor callHttp, Supplier<Path> temp) implements Reach {

    @Override
    public GuardedFiles files() {
        decisions.ensureOpen();
        return callFiles;
    }

    @Override
    public GuardedHttp http() {
        decisions.ensureOpen();
        return callHttp;
    }

    @Override
    public Path tempFolder() {
        decisions.ensureOpen();
        return temp.get();
    }

    @Override
    public void close() {
        decisions.end();
        callHttp.end();
    }
}
