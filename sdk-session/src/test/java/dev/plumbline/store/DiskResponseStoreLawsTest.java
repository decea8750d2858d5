package dev.plumbline.store;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

class DiskResponseStoreLawsTest implements ResponseStoreLaws {
    @Override
    public ResponseStore store() {
        try {
            return DiskResponseStore.of(Files.createTempDirectory(Path.of("target"), "laws"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
