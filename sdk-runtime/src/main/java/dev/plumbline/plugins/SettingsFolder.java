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
 * The settings file and, next to it, a file and a folder for each plugin. A file is read if it may have changed ({@link
 * SettingsFile}), and parsed if its text differs. Used by one thread at a time.
 */
final class SettingsFolder {
    private final Optional<Path> file;
    private final List<String> ids;
    private final List<SettingsFile> files;
    private Optional<List<String>> before = Optional.empty();

    /** Creates the settings of these plugins; the clock must be that of the file system. */
    SettingsFolder(Optional<Path> file, List<String> ids, InstantSource clock) {
        this.file = file.map(Path::toAbsolutePath);
        this.ids = ids;
        this.files = Stream.concat(this.file.stream(), ids.stream().flatMap(id -> own(id, ".json").stream()))
                .map(path -> new SettingsFile(path, clock))
                .toList();
    }

    /**
     * Returns the settings if they have changed since the last call, or at the first call.
     *
     * @throws AiException CONFIGURATION if they are invalid; the next call then reports no change
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
            throw unusable("not valid JSON: " + e.rule(), e);
        } catch (IllegalArgumentException e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        }
    }

    private AiException unusable(String why, RuntimeException cause) {
        return new AiException(AiError.of(
                        AiError.Category.CONFIGURATION,
                        "plugin-settings",
                        "the plugin settings file "
                                + file.map(Path::getFileName).orElseThrow() + " is invalid: " + why)
                .withCause(cause));
    }

    private static PluginSettings.Section own(PluginSettings.Section section, String text) {
        try {
            return section.with(Json.parse(text));
        } catch (JsonException e) {
            return section.broken("its configuration file must contain a JSON object");
        }
    }

    /** Creates and returns the folder of the plugin. */
    Path folder(String id) {
        Path folder = own(id, "")
                .orElseThrow(() -> new IllegalStateException(
                        "there is no folder for plugin data; the host must set pluginConfig(file)"));
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
