package dev.plumbline.sandbox.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.internal.SandboxAccess;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The access of one tool call to files and HTTP, until the call ends. */
record ToolCallAccess(AccessDecisionLog decisions, ToolCallFiles callFiles, ToolCallHttp callHttp, Supplier<Path> temp)
        implements SandboxAccess {

    @Override
    public SandboxedFiles files() {
        decisions.ensureOpen();
        return callFiles;
    }

    @Override
    public SandboxedHttp http() {
        decisions.ensureOpen();
        return callHttp;
    }

    @Override
    public Path tempFolder() {
        decisions.ensureOpen();
        return temp.get();
    }

    @Override
    public ContentOrigin origin() {
        return callHttp.hasReceived()
                ? ContentOrigin.WEB
                : callFiles.hasRead() ? ContentOrigin.DOCUMENT : ContentOrigin.TOOL;
    }

    @Override
    public void close() {
        decisions.end();
        callHttp.end();
    }
}
