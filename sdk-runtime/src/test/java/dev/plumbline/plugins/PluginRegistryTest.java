package dev.plumbline.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiException;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin.ContributionKind;
import dev.plumbline.plugin.Plugin.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginRegistryTest {
    private final List<String> log = new ArrayList<>();

    @TempDir
    private Path folder;

    private RecordingPlugin plugin(String id, String... requires) {
        return new RecordingPlugin(log, Manifest.of(id, "1.0").withRequires(requires));
    }

    private PluginRegistry of(RecordingPlugin... plugins) {
        return PluginRegistry.of(
                Arrays.stream(plugins).map(PluginCandidate::of).toList(), Optional.of(settingsFile()), Set.of("taken"));
    }

    private Path settingsFile() {
        return folder.resolve("plugins.json");
    }

    private void settings(String text) throws IOException {
        Files.writeString(settingsFile(), text);
    }

    /** What sessions opened now would have; empty if nothing is published. */
    private static Optional<List<String>> ids(PluginRegistry plugins) {
        AtomicReference<List<String>> published = new AtomicReference<>();
        plugins.reload(List.of(), PluginRegistryTest::with, published::set);
        return Optional.ofNullable(published.get());
    }

    private static List<String> with(List<String> before, Extension extension) {
        extension.contribute(new NameOnlyContributions());
        List<String> all = new ArrayList<>(before);
        all.add(extension.id());
        return all;
    }

    private static List<String> states(PluginRegistry plugins) {
        return plugins.status().stream()
                .map(status ->
                        status.id() + " " + status.state() + (status.reason().isEmpty() ? "" : ": " + status.reason()))
                .toList();
    }

    @Test
    @Tag("A34")
    @DisplayName("A34 what is required comes first, then by name; the end is the reverse")
    void order_isByRequirementThenByName_andTheEndIsTheReverse() {
        try (PluginRegistry plugins = of(plugin("c"), plugin("a", "b"), plugin("d", "a", "c"), plugin("b"))) {
            assertThat(ids(plugins)).contains(List.of("b", "a", "c", "d"));
            assertThat(log).containsExactly("+b", "+a", "+c", "+d");
        }
        assertThat(log.subList(4, 8)).containsExactly("-d", "-c", "-a", "-b");
    }

    @Test
    void nothingChanged_nothingIsActivatedAgain() {
        try (PluginRegistry plugins = of(plugin("a"))) {
            assertThat(ids(plugins)).isPresent();
            assertThat(ids(plugins)).contains(List.of("a"));
            assertThat(log).containsExactly("+a");
        }
    }

    @Test
    @Tag("A22")
    @Tag("A34")
    @DisplayName("A34 one that fails to activate is left out, with those that require it, and leaves no half")
    void failed_isLeftOut_withThoseThatRequireIt() {
        RecordingPlugin.Server first = new RecordingPlugin.Server(log, "first");
        RecordingPlugin.Server second = new RecordingPlugin.Server(log, "second");
        second.startThrows = true;
        RecordingPlugin broken = new RecordingPlugin(
                        log, Manifest.of("b", "1.0").withContributes(ContributionKind.SERVICES))
                .with(first)
                .with(second);
        try (PluginRegistry plugins = of(plugin("a"), broken, plugin("c", "b"), plugin("d", "c"))) {
            assertThat(ids(plugins)).contains(List.of("a"));
            assertThat(log)
                    .containsExactly("+a", "+b", "start first", "start second", "stop second", "stop first", "-b");
            assertThat(states(plugins))
                    .containsExactly(
                            "a ACTIVE",
                            "b FAILED: activate() or the start of a service threw java.lang.IllegalStateException",
                            "c SKIPPED_DEPENDENCY: it requires b, which is not active",
                            "d SKIPPED_DEPENDENCY: it requires c, which is not active");
        }
        assertThat(log).endsWith("-b", "-a");
    }

    @Test
    @Tag("A34")
    void circle_isSkipped() {
        try (PluginRegistry plugins = of(plugin("a", "b"), plugin("b", "a"), plugin("c", "missing"))) {
            assertThat(ids(plugins)).contains(List.of());
            assertThat(states(plugins))
                    .containsExactlyInAnyOrder(
                            "a SKIPPED_DEPENDENCY: it requires b, which is not active",
                            "b SKIPPED_DEPENDENCY: it requires a, which is not active",
                            "c SKIPPED_DEPENDENCY: it requires missing, which is not active");
        }
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("A34")
    @DisplayName("A34 an end that fails keeps no other from its end")
    void end_isBestEffort() {
        RecordingPlugin broken = plugin("b", "a");
        broken.deactivateThrows = true;
        try (PluginRegistry plugins = of(plugin("a"), broken, plugin("c", "b"))) {
            assertThat(ids(plugins)).isPresent();
        }
        assertThat(log).endsWith("-c", "-b", "-a");
    }

    @Test
    @Tag("A37")
    void bad_isRefusedByTheNameOfItsClass() {
        PluginCandidate unmade = new PluginCandidate("acme.Unmade", () -> {
            throw new IllegalStateException("secret");
        });
        try (PluginRegistry plugins = PluginRegistry.of(
                List.of(
                        unmade,
                        PluginCandidate.of(plugin("../up")),
                        PluginCandidate.of(plugin("taken")),
                        PluginCandidate.of(plugin("a")),
                        PluginCandidate.of(plugin("a"))),
                Optional.empty(),
                Set.of("taken"))) {
            assertThat(ids(plugins)).contains(List.of("a"));
            assertThat(states(plugins))
                    .containsExactly(
                            "a ACTIVE",
                            "acme.Unmade FAILED: it could not be created or its manifest could not be read:"
                                    + " java.lang.IllegalStateException",
                            RecordingPlugin.class.getName()
                                    + " FAILED: its id must have 1 to 64 letters, digits, _ . and -",
                            RecordingPlugin.class.getName() + " FAILED: its id is used twice: taken",
                            RecordingPlugin.class.getName() + " FAILED: its id is used twice: a");
        }
    }

    @Test
    @Tag("A35")
    @DisplayName("A35 what is not declared is reported, and refused where the settings are strict")
    void undeclared_isReported_andRefusedWhenStrict() throws IOException {
        RecordingPlugin plugin =
                new RecordingPlugin(log, Manifest.of("a", "1.0").withContributes(ContributionKind.TOOLS));
        plugin.contributes = to -> to.addTools().addContext("now", () -> 1);
        try (PluginRegistry plugins = of(plugin)) {
            assertThat(ids(plugins)).contains(List.of("a"));
            assertThat(states(plugins))
                    .containsExactly("a ACTIVE: it contributes CONTEXT, which its manifest does not list");
            settings("{\"strict\":true}");
            assertThat(ids(plugins)).contains(List.of());
            assertThat(states(plugins))
                    .containsExactly("a FAILED: it contributes CONTEXT, which its manifest does not list");
        }
    }

    @Test
    @Tag("A35")
    @DisplayName("A35 a service that is not declared is not started where the settings are strict")
    void undeclaredService_strict_isNotStarted() throws IOException {
        settings("{\"strict\":true}");
        try (PluginRegistry plugins = of(plugin("a").with(new RecordingPlugin.Server(log, "server")))) {
            assertThat(ids(plugins)).contains(List.of());
            assertThat(states(plugins))
                    .containsExactly("a FAILED: it contributes SERVICES, which its manifest does not list");
            assertThat(log).containsExactly("+a", "-a");
        }
    }

    @Test
    void contributeThrows_isReportedByItsClass_andAClashByItsMessage() {
        RecordingPlugin throwing = plugin("a");
        throwing.contributes = to -> {
            throw new IllegalArgumentException("secret");
        };
        AtomicReference<String> clash = new AtomicReference<>();
        try (PluginRegistry plugins = of(throwing, plugin("b"))) {
            plugins.reload(
                    "",
                    (so, extension) -> {
                        extension.contribute(new NameOnlyContributions());
                        clash.set(extension.id());
                        throw new IllegalStateException("two tools are called draw");
                    },
                    published -> {});
            assertThat(states(plugins))
                    .containsExactly(
                            "a FAILED: contribute() threw java.lang.IllegalArgumentException",
                            "b FAILED: two tools are called draw");
            assertThat(clash).hasValue("b");
        }
    }

    @Test
    @Tag("A36")
    @DisplayName("A36 a plugin has a section, a file and a folder of its own")
    void config_isItsSectionAndItsOwnFile_andTheFolderIsThere() throws IOException {
        settings("{\"plugins\":{\"a\":{\"config\":{\"x\":1,\"y\":2}},\"b\":{\"enabled\":false}}}");
        Files.createDirectory(folder.resolve("plugins"));
        Files.writeString(folder.resolve("plugins/a.json"), "{\"y\":3}");
        Files.writeString(folder.resolve("plugins/c.json"), "[]");
        RecordingPlugin a = plugin("a");
        try (PluginRegistry plugins = of(a, plugin("b"), plugin("c"))) {
            assertThat(ids(plugins)).contains(List.of("a"));
            assertThat(a.context.config().text()).isEqualTo("{\"x\":1,\"y\":3}");
            assertThat(a.context.dataFolder()).isDirectory().isEqualTo(folder.resolve("plugins/a"));
            assertThat(states(plugins))
                    .containsExactly(
                            "a ACTIVE",
                            "b DISABLED: disabled in the settings",
                            "c FAILED: its configuration file must contain a JSON object");

            settings("{\"plugins\":{\"a\":{\"config\":{\"x\":5}}}}");
            assertThat(ids(plugins)).contains(List.of("a", "b"));
            assertThat(a.context.config().text()).isEqualTo("{\"x\":5,\"y\":3}");
            assertThat(log).containsExactly("+a", "+b");
        }
    }

    @Test
    void withoutSettings_thereIsNoFolder() {
        RecordingPlugin a = plugin("a");
        try (PluginRegistry plugins = PluginRegistry.of(List.of(PluginCandidate.of(a)), Optional.empty(), Set.of())) {
            assertThat(ids(plugins)).isPresent();
            assertThat(a.context.config().text()).isEqualTo("{}");
            assertThatThrownBy(() -> a.context.dataFolder()).hasMessageContaining("pluginConfig");
            assertThatThrownBy(() -> a.context.addService(new RecordingPlugin.Server(log, "late")))
                    .hasMessageContaining("in activate");
        }
    }

    @Test
    @Tag("A36")
    void badSettings_areRefused_andChangeNothing() throws IOException {
        settings("{\"plugins\":{\"a\":{\"enable\":true}}}");
        try (PluginRegistry plugins = of(plugin("a"))) {
            assertThatThrownBy(() -> ids(plugins))
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("unknown member enable at \"/plugins/a\"");
            settings("{\"strict\":1}");
            assertThatThrownBy(() -> ids(plugins)).hasMessageContaining("expected true or false at \"/strict\"");
            settings("{}");
            assertThat(ids(plugins)).contains(List.of("a"));
            settings("{\"sesame\"");
            assertThatThrownBy(() -> ids(plugins)).hasMessageContaining("plugins.json is invalid: not valid JSON");
            assertThat(states(plugins)).containsExactly("a ACTIVE");
        }
    }

    @Test
    @DisplayName("A35 one that is switched off rests when nobody has it any more, and begins anew")
    void switchedOff_restsWhenNobodyHasIt_andBeginsAnew() throws IOException {
        try (PluginRegistry plugins = of(plugin("a"), plugin("b"))) {
            assertThat(ids(plugins)).isPresent();
            settings("{\"plugins\":{\"a\":{\"enabled\":false}}}");
            assertThat(ids(plugins)).contains(List.of("b"));
            plugins.deactivateUnused(id -> true);
            assertThat(log).containsExactly("+a", "+b");
            plugins.deactivateUnused(id -> false);
            assertThat(log).containsExactly("+a", "+b", "-a");
            settings("{}");
            assertThat(ids(plugins)).contains(List.of("a", "b"));
            assertThat(log).containsExactly("+a", "+b", "-a", "+a");
        }
    }

    @Test
    @Tag("A2")
    @Tag("A21")
    @Tag("A22")
    @DisplayName("A22 services are started, asked how they are, and stopped in reverse")
    void services_areStartedWatchedAndStopped() {
        RecordingPlugin.Server one = new RecordingPlugin.Server(log, "one");
        RecordingPlugin.Server two = new RecordingPlugin.Server(log, "two");
        RecordingPlugin plugin = new RecordingPlugin(
                        log, Manifest.of("a", "1.0").withContributes(ContributionKind.SERVICES))
                .with(one)
                .with(two);
        try (PluginRegistry plugins = of(plugin)) {
            assertThat(ids(plugins)).isPresent();
            two.well = false;
            assertThat(plugins.status().get(0).describe())
                    .isEqualToNormalizingNewlines("     plugin    a 1.0 active\n"
                            + "     service   one @a healthy\n     service   two @a not healthy");
        }
        assertThat(log).containsExactly("+a", "start one", "start two", "stop two", "stop one", "-a");
    }

    @Test
    void closedInTheMiddle_everybodyIsEnded() {
        PluginRegistry plugins = of(plugin("a"), plugin("b"));
        plugins.reload(
                "",
                (so, extension) -> {
                    plugins.close();
                    return so;
                },
                published -> {});
        assertThat(log).containsExactly("+a", "+b", "-b", "-a");
        assertThat(ids(plugins)).isEmpty();
    }
}
