package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.EgressLimits;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.SandboxAccess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the file access of tools on the disk of this machine. */
class ToolCallFilesTest {
    private final SandboxCallFixture visitor = new SandboxCallFixture();

    @TempDir
    private Path disk;

    private Path root;
    private Path outside;

    @BeforeEach
    void furnish() throws IOException {
        root = Files.createDirectories(disk.toRealPath().resolve("plans"));
        outside = Files.createDirectories(disk.toRealPath().resolve("plans-of-others"));
        Files.writeString(root.resolve("home.txt"), "walls");
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/b/deep.txt"), "deep");
        Files.writeString(outside.resolve("secret.txt"), "secret");
    }

    private SandboxedFiles files(EgressRules rules) {
        return files(rules, () -> {});
    }

    private SandboxedFiles files(EgressRules rules, Runnable between) {
        return visitor.reach(visitor.sandbox(rules).decided(between).build()).files();
    }

    private SandboxedFiles files() {
        return files(EgressRules.none().withFolder(root));
    }

    private static void refused(Code code, ThrowingCallable call) {
        SandboxCallFixture.refused(code, call, "secret", "plans", "home");
    }

    private void denied(String decision, ThrowingCallable call) {
        refused(Code.EGRESS_DENIED, call);
        assertThat(visitor.lastDecision()).isEqualTo(decision + " REFUSED");
    }

    @Test
    @Tag("SH169")
    void nothing_isAllowedUnlessSaid() {
        SandboxedFiles none = files(EgressRules.none());
        denied("file.read file.no-folder", () -> none.read("home.txt"));
        denied(
                "file.read file.no-folder",
                () -> none.read(root.resolve("home.txt").toString()));
        denied("file.write file.no-folder", () -> none.writeText("home.txt", "x"));
        denied("file.list file.no-folder", () -> none.list("."));
    }

    @Test
    void inside_isReadListedAndWritten() throws IOException {
        SandboxedFiles files = files();
        assertThat(files.readText("home.txt")).isEqualTo("walls");
        assertThat(files.readText("a\\b/deep.txt")).isEqualTo("deep");
        assertThat(files.readText(root.resolve("home.txt").toString())).isEqualTo("walls");
        assertThat(files.path("a/new.txt")).isEqualTo(root.resolve("a/new.txt"));
        assertThat(files.exists("a/b/deep.txt")).isTrue();
        assertThat(files.exists("a/b/none.txt")).isFalse();
        assertThat(files.list(".")).containsExactly("a/", "home.txt");
        files.writeText("a/new.txt", "new");
        files.writeText("home.txt", "more walls");
        assertThat(root.resolve("a/new.txt")).hasContent("new");
        assertThat(root.resolve("home.txt")).hasContent("more walls");
        assertThat(files.list("a")).containsExactly("b/", "new.txt");
        assertThat(visitor.decisions()).contains("file.read file.inside ALLOWED", "file.write file.inside ALLOWED");
    }

    @Test
    @Tag("F129")
    @DisplayName("129 a folder whose name begins alike is another folder")
    void sibling_withTheSamePrefix_refused() {
        denied(
                "file.read file.outside",
                () -> files().read(outside.resolve("secret.txt").toString()));
        denied("file.read file.outside", () -> files().read("/etc/passwd"));
        denied("file.read path.parent", () -> files().read("../plans-of-others/secret.txt"));
        denied("file.write path.parent", () -> files().writeText("a/../../x", "x"));
    }

    @Test
    @DisplayName("129 what is not there, and cannot be looked at, reveals nothing about the outside")
    void outside_missingOrThere_soundsAlike() {
        String there =
                messageOf(() -> files().read(outside.resolve("secret.txt").toString()));
        String missing = messageOf(() -> files().read(outside.resolve("none/x").toString()));
        String throughAFile =
                messageOf(() -> files().read(outside.resolve("secret.txt/x").toString()));
        assertThat(missing).isEqualTo(there);
        assertThat(throughAFile).isEqualTo(there);
    }

    private static String messageOf(ThrowingCallable call) {
        String[] message = {""};
        assertThatThrownBy(call).satisfies((Consumer<Throwable>) e -> message[0] = e.getMessage());
        return message[0];
    }

    @Test
    @Tag("SH165")
    @Tag("F130")
    @DisplayName("130 a link is judged by where it leads")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void link_judgedByItsTarget() throws IOException {
        Files.createSymbolicLink(root.resolve("out"), outside);
        Files.createSymbolicLink(root.resolve("out.txt"), outside.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("in.txt"), root.resolve("a/b/deep.txt"));
        Files.createSymbolicLink(root.resolve("nowhere"), outside.resolve("new.txt"));
        SandboxedFiles files = files();
        denied("file.read file.outside", () -> files.read("out.txt"));
        denied("file.read file.outside", () -> files.read("out/secret.txt"));
        denied("file.write file.outside", () -> files.writeText("out/new.txt", "x"));
        denied("file.write file.outside", () -> files.writeText("out.txt", "x"));
        denied("file.write file.outside", () -> files.writeText("nowhere", "x"));
        denied("file.list file.outside", () -> files.list("out"));
        denied("file.read file.outside", () -> files.path("out/secret.txt"));
        assertThat(files.readText("in.txt")).isEqualTo("deep");
        files.writeText("in.txt", "deeper");
        assertThat(root.resolve("a/b/deep.txt")).hasContent("deeper");
        assertThat(Files.isSymbolicLink(root.resolve("in.txt"))).isTrue();
        assertThat(outside).isDirectoryNotContaining("glob:**new.txt");
    }

    @Test
    @DisplayName("130 a root that is a link is where it leads")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void root_thatIsALink_isItsTarget() throws IOException {
        Path link = Files.createSymbolicLink(disk.resolve("link"), root);
        SandboxedFiles files = files(EgressRules.none().withFolder(link));
        assertThat(files.readText("home.txt")).isEqualTo("walls");
        assertThat(files.readText(link.resolve("home.txt").toAbsolutePath().toString()))
                .isEqualTo("walls");
    }

    @Test
    @DisplayName("130 a file swapped for a link between check and deed is not followed")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void file_swappedForALink_refused() {
        SandboxedFiles files = files(
                EgressRules.none().withFolder(root),
                () -> swap(root.resolve("home.txt"), outside.resolve("secret.txt")));
        denied("file.read file.changed", () -> files.read("home.txt"));
    }

    @Test
    @Tag("F130")
    @DisplayName("130 a folder swapped for a link between check and deed is not followed")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void folder_swappedForALink_refused() throws IOException {
        Files.writeString(outside.resolve("deep.txt"), "secret");
        for (String name : List.of("b", "c", "d")) {
            Files.createDirectories(root.resolve("a").resolve(name));
        }
        EgressRules rules = EgressRules.none().withFolder(root);
        denied(
                "file.read file.changed",
                () -> files(rules, () -> swap(root.resolve("a/b"), outside)).read("a/b/deep.txt"));
        denied(
                "file.write file.changed",
                () -> files(rules, () -> swap(root.resolve("a/c"), outside)).writeText("a/c/new.txt", "x"));
        denied(
                "file.list file.changed",
                () -> files(rules, () -> swap(root.resolve("a/d"), outside)).list("a/d"));
        assertThat(outside).isDirectoryNotContaining("glob:**new.txt");
    }

    private static void swap(Path place, Path target) {
        try {
            if (!Files.isSymbolicLink(place)) {
                Files.move(
                        place,
                        place.resolveSibling("moved-" + place.getFileName()),
                        StandardCopyOption.REPLACE_EXISTING);
                Files.createSymbolicLink(place, target);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("F130")
    @DisplayName("130 links that come and go all the time never lead outside")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void race_neverShowsTheOutside() throws Exception {
        Path link = root.resolve("link");
        Path inside = Files.createDirectories(root.resolve("inside"));
        Files.writeString(inside.resolve("x.txt"), "fine");
        Files.writeString(outside.resolve("x.txt"), "secret");
        Path toInside = Files.createSymbolicLink(root.resolve("to-inside"), inside);
        Path toOutside = Files.createSymbolicLink(root.resolve("to-outside"), outside);
        SandboxedFiles files = files();
        AtomicBoolean stop = new AtomicBoolean();
        Thread swapper = new Thread(() -> {
            for (int i = 0; !stop.get(); i++) {
                relink(link, i % 2 == 0 ? toInside : toOutside);
            }
        });
        swapper.start();
        int read = 0;
        for (int i = 0; i < 2_000; i++) {
            try {
                assertThat(files.readText("link/x.txt")).isEqualTo("fine");
                read++;
            } catch (ToolException refused) {
                assertThat(refused.getMessage()).doesNotContain("secret");
            }
        }
        stop.set(true);
        swapper.join();
        assertThat(read).as("some reads meet the way in").isPositive();
    }

    private static void relink(Path link, Path target) {
        try {
            Path next = link.resolveSibling("next");
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, Files.readSymbolicLink(target));
            Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("F130")
    @DisplayName("130 a second name of a file outside is refused")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the names of a file are not counted there")
    void hardLink_refused() throws IOException {
        Files.createLink(root.resolve("second.txt"), outside.resolve("secret.txt"));
        denied("file.read file.hard-link", () -> files().read("second.txt"));
        files().writeText("second.txt", "mine");
        assertThat(outside.resolve("secret.txt")).hasContent("secret");
        assertThat(root.resolve("second.txt")).hasContent("mine");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no pipes in folders")
    void pipe_refusedWithoutWaiting() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", root.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        denied("file.read file.not-regular", () -> files().read("pipe"));
        refused(Code.EGRESS_DENIED, () -> files().writeText("pipe", "x"));
    }

    @Test
    void readOnly_isNotWritten() throws IOException {
        Path inner = Files.createDirectories(root.resolve("shared"));
        Files.writeString(inner.resolve("norm.txt"), "norm");
        SandboxedFiles files = files(EgressRules.none().withFolder(root).withReadOnlyFolder(inner));
        assertThat(files.readText("shared/norm.txt")).isEqualTo("norm");
        denied("file.write file.read-only", () -> files.writeText("shared/norm.txt", "x"));
        files.writeText("free.txt", "free");
        assertThat(inner.resolve("norm.txt")).hasContent("norm");
    }

    @Test
    void size_isBounded() throws IOException {
        EgressRules rules = EgressRules.none()
                .withFolder(root)
                .withLimits(EgressLimits.ofDefaults().withMaxFileBytes(5));
        SandboxedFiles files = files(rules);
        Files.writeString(root.resolve("six.txt"), "123456");
        assertThat(files.readText("home.txt")).isEqualTo("walls");
        refused(Code.QUOTA, () -> files.read("six.txt"));
        refused(Code.QUOTA, () -> files.open("six.txt"));
        refused(Code.QUOTA, () -> files.writeText("new.txt", "123456"));
        assertThat(root.resolve("new.txt")).doesNotExist();
    }

    @Test
    void stream_isBoundedAlsoWhenTheFileGrows() throws IOException {
        SandboxedFiles files = files(EgressRules.none()
                .withFolder(root)
                .withLimits(EgressLimits.ofDefaults().withMaxFileBytes(5)));
        try (InputStream in = files.open("home.txt")) {
            Files.writeString(root.resolve("home.txt"), "walls and roofs");
            assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class).hasMessageContaining("more bytes");
        }
    }

    @Test
    void list_isBoundedAndLeavesOutWhatNobodyCanAskFor() throws IOException {
        EgressLimits two = new EgressLimits(5, 2, 5, 5, 1, Duration.ofSeconds(1));
        SandboxedFiles files = files(EgressRules.none().withFolder(root).withLimits(two));
        assertThat(files.list(".")).hasSize(2);
        Files.writeString(root.resolve("third.txt"), "");
        refused(Code.QUOTA, () -> files.list("."));
        Files.delete(root.resolve("third.txt"));
        Files.writeString(root.resolve("nul.txt"), "");
        assertThat(files.list(".")).hasSize(2);
    }

    @Test
    void write_isWholeOrNotAtAll() throws IOException {
        Files.createDirectories(root.resolve("taken"));
        refused(Code.FAILED, () -> files().writeText("taken", "x"));
        refused(Code.FAILED, () -> files().writeText("no-folder/x.txt", "x"));
        refused(Code.FAILED, () -> files().read("a"));
        refused(Code.FAILED, () -> files().read("."));
        refused(Code.FAILED, () -> files().read("none.txt"));
        Files.writeString(root.resolve(".plumbline-0.tmp"), "somebody else's");
        files().writeText("new.txt", "new");
        assertThat(root.resolve("new.txt")).hasContent("new");
        assertThat(root.resolve(".plumbline-0.tmp")).hasContent("somebody else's");
        assertThat(files().list(".")).containsExactly(".plumbline-0.tmp", "a/", "home.txt", "new.txt", "taken/");
    }

    @Test
    void text_thatIsNone_saysSo() throws IOException {
        Files.write(root.resolve("bad.txt"), new byte[] {'a', (byte) 0xff});
        refused(Code.FAILED, () -> files().readText("bad.txt"));
        assertThat(files().read("bad.txt")).hasSize(2);
        Files.write(root.resolve("good.txt"), "Grundriß".getBytes(StandardCharsets.UTF_8));
        assertThat(files().readText("good.txt")).isEqualTo("Grundriß");
    }

    @Test
    void call_thatIsOver_hasNoAccess() throws IOException {
        SandboxAccess reach = visitor.reach(
                visitor.sandbox(EgressRules.none().withFolder(root)).build());
        SandboxedFiles files = reach.files();
        InputStream in = files.open("home.txt");
        reach.close();
        assertThatThrownBy(() -> files.read("home.txt")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> files.writeText("x", "x")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(in::read).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reach::files).isInstanceOf(IllegalStateException.class);
        in.close();
    }

    @Test
    @Tag("SH156")
    void tools_haveTheirOwnRules() {
        EgressRules rules = EgressRules.none()
                .withTools(Selector.of("render*"), EgressRules.none().withFolder(root))
                .withTools(Selector.of("other"), EgressRules.none().withFolder(outside));
        ToolSandbox sandbox = visitor.sandbox(rules).build();
        assertThat(visitor.reach(sandbox, "render").files().readText("home.txt"))
                .isEqualTo("walls");
        assertThat(visitor.reach(sandbox, "other").files().readText("secret.txt"))
                .isEqualTo("secret");
        SandboxedFiles none = visitor.reach(sandbox, "draw").files();
        denied("file.read file.no-folder", () -> none.read("home.txt"));
    }

    @Test
    @Tag("SH156")
    @Tag("SH167")
    void loggingOnly_letsThroughAndSaysWhatWouldHaveBeenRefused() throws IOException {
        ToolSandbox sandbox = visitor.sandbox(
                        EgressRules.none().withFolder(root).withDryRun())
                .build();
        SandboxedFiles files = visitor.reach(sandbox).files();
        assertThat(files.readText(outside.resolve("secret.txt").toString())).isEqualTo("secret");
        assertThat(visitor.lastDecision()).isEqualTo("file.read file.outside WOULD_REFUSE");
        files.writeText(outside.resolve("new.txt").toString(), "new");
        assertThat(outside.resolve("new.txt")).hasContent("new");
        assertThat(files.readText("home.txt")).isEqualTo("walls");
        assertThat(visitor.lastDecision()).isEqualTo("file.read file.inside ALLOWED");
        assertThat(sandbox.dryRunDenials())
                .singleElement()
                .satisfies(hint -> assertThat(hint.times()).isEqualTo(2))
                .satisfies(hint -> assertThat(hint.rule().text()).isEqualTo("file.outside"))
                .satisfies(hint -> assertThat(hint.remedy()).contains("withFolder"));
    }
}
