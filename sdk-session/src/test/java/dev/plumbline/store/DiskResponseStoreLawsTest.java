package dev.plumbline.store;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

class DiskResponseStoreLawsTest implements ResponseStoreLaws {
    private Path folder = Path.of("target");

    @Override
    public ResponseStore store() {
        try {
            folder = Files.createTempDirectory(Path.of("target"), "laws");
            return DiskResponseStore.of(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean damage(ResponseStore store, ResponseStore.Key key, int place) {
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(each -> each.toString().endsWith(DiskCacheEntry.SUFFIX))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[place % bytes.length] ^= 4;
            Files.write(file, bytes);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
