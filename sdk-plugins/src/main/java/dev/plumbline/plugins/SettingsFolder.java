package dev.plumbline.plugins;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings file and, beside it, a folder and a file of each plugin's own. A file is read when it may have changed
 * ({@link SettingsFile}), and parsed when its text differs. Used by one thread at a time.
 */
final class SettingsFolder {
    private final Optional<Path> file;
    private final List<String> ids;
    private final List<SettingsFile> files;
    private Optional<List<String>> before = Optional.empty();

    /** Of these plugins; the clock is the one that dates files. */
    SettingsFolder(Optional<Path> file, List<String> ids, InstantSource clock) {
        this.file = file.map(Path::toAbsolutePath);
        this.ids = ids;
        this.files = Stream.concat(this.file.stream(), ids.stream().flatMap(id -> own(id, ".json").stream()))
                .map(path -> new SettingsFile(path, clock))
                .toList();
    }

    /**
     * What the settings say, if they have changed since they were asked, or were never asked.
     *
     * @throws AiException CONFIGURATION when they cannot be read; asked again, they have not changed
     */
    Optional<PluginSettings> changed() {
        List<String> texts = new ArrayList<>(files.size());
        for (SettingsFile each : files) {
            texts.add(each.text());
        }
        if (before.isPresent() && before.get().equals(texts)) {
            return Optional.empty();
        }
        before = Optional.of(texts);
        return Optional.of(settings(texts));
    }

    private PluginSettings settings(List<String> texts) {
        PluginSettings all = file.isEmpty() ? PluginSettings.NONE : read(texts.get(0));
        for (int i = 1; i < texts.size(); i++) {
            String id = ids.get(i - 1);
            all = all.with(id, own(all.of(id), texts.get(i)));
        }
        return all;
    }

    private PluginSettings read(String text) {
        try {
            return PluginSettings.from(Json.parse(text));
        } catch (JsonException e) {
            throw unusable("it is no JSON: " + e.rule(), e);
        } catch (IllegalArgumentException e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        }
    }

    private AiException unusable(String why, RuntimeException cause) {
        return new AiException(AiError.of(
                        AiError.Category.CONFIGURATION,
                        "plugin-settings",
                        "the settings of plugins, "
                                + file.map(Path::getFileName).orElseThrow() + ", cannot be used: " + why)
                .withCause(cause));
    }

    private static PluginSettings.Section own(PluginSettings.Section section, String text) {
        try {
            return section.with(Json.parse(text));
        } catch (JsonException e) {
            return section.broken("its own configuration file holds no JSON object");
        }
    }

    /** A folder of the plugin's own, which is there from now on. */
    Path folder(String id) {
        Path folder = own(id, "")
                .orElseThrow(() -> new IllegalStateException(
                        "there is no place for data of plugins: the host names one with pluginConfig(file)"));
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Path> own(String id, String ending) {
        return file.map(settings -> settings.resolveSibling("plugins").resolve(id + ending));
    }
}
