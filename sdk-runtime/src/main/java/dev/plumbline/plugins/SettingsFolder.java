package dev.plumbline.plugins;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The settings file and, next to it, a file and a folder for each plugin. */
final class SettingsFolder {
    private final Optional<Path> file;
    private final List<String> ids;

    SettingsFolder(Optional<Path> file, List<String> ids) {
        this.file = file.map(Path::toAbsolutePath);
        this.ids = ids;
    }

    /**
     * Reads the settings.
     *
     * @throws AiException CONFIGURATION if they are invalid
     */
    PluginSettings read() {
        if (file.isEmpty()) {
            return PluginSettings.NONE;
        }
        PluginSettings all = parsed(text(file.get()));
        for (String id : ids) {
            all = all.with(id, own(all.of(id), text(own(id, ".json").orElseThrow())));
        }
        return all;
    }

    private static String text(Path path) {
        try {
            return ForeignFile.text(path);
        } catch (NoSuchFileException none) {
            return "{}";
        } catch (IOException e) {
            return "unreadable";
        }
    }

    private PluginSettings parsed(String text) {
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
