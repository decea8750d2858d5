package dev.plumbline.tool.internal;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.ToolException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** Denies all access: the default of every tool. */
public enum NoSandboxAccess implements SandboxAccess, SandboxedFiles, SandboxedHttp {
    SHUT;

    private static ToolException denied() {
        return new ToolException(
                ToolEnvelope.Code.EGRESS_DENIED, "Tools may reach no file and no address here. Do without.");
    }

    @Override
    public SandboxedFiles files() {
        return this;
    }

    @Override
    public SandboxedHttp http() {
        return this;
    }

    @Override
    public Path tempFolder() {
        throw denied();
    }

    @Override
    public void close() {}

    @Override
    public Path path(String path) {
        throw denied();
    }

    @Override
    public boolean exists(String path) {
        throw denied();
    }

    @Override
    public byte[] read(String path) {
        throw denied();
    }

    @Override
    public String readText(String path) {
        throw denied();
    }

    @Override
    public InputStream open(String path) {
        throw denied();
    }

    @Override
    public List<String> list(String folder) {
        throw denied();
    }

    @Override
    public void write(String path, byte[] content) {
        throw denied();
    }

    @Override
    public Response send(Request request) {
        throw denied();
    }
}
