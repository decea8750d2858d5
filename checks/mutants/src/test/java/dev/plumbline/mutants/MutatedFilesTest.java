package dev.plumbline.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedFilesTest {
    @Test
    void m11_changedClass_isOneFile_untilItIsPutBack(@TempDir Path folder) throws IOException {
        Path left = Files.writeString(folder.resolve("Left.class"), "of a process that ended");
        MutatedFiles files = new MutatedFiles(folder);
        assertThat(left).doesNotExist();
        files.put("a.b.C$D", new byte[] {1, 2});
        assertThat(folder.resolve("a/b/C$D.class")).hasBinaryContent(new byte[] {1, 2});
        files.clear();
        assertThat(folder).isEmptyDirectory();
    }
}
