package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("S32")
class ForeignFileTest {
    @TempDir
    private Path folder;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no pipes in folders")
    void s32_whatIsNoFile_isRefused() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (Path path : new Path[] {pipe, folder, Path.of("/dev/zero")}) {
            assertThatThrownBy(() -> ForeignFile.text(path))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is not read: replace it by a file");
            assertThatThrownBy(() -> ForeignFile.openOwn(path)).hasMessageContaining("is not read");
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void s32_links_areFollowedWhereAPersonNamedThem() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "abc");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertThat(ForeignFile.text(link)).isEqualTo("abc");
        assertThatThrownBy(() -> ForeignFile.openOwn(link)).hasMessageContaining("is a link");
        assertThatThrownBy(() -> ForeignFile.text(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void s32_longFiles_areRefused() throws IOException {
        Path file = Files.write(folder.resolve("long"), new byte[11]);
        assertThat(ForeignFile.read(file, 11)).hasSize(11);
        assertThatThrownBy(() -> ForeignFile.read(file, 10)).hasMessageContaining("more than 10 bytes");
    }

    @Test
    void s32_longFiles_takeNoMemory() throws IOException {
        Path file = folder.resolve("hole");
        try (RandomAccessFile hole = new RandomAccessFile(file.toFile(), "rw")) {
            hole.setLength(1L << 30);
        }
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> ForeignFile.read(file, 64 << 20)).hasMessageContaining("more than 67108864 bytes");
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
    }
}
