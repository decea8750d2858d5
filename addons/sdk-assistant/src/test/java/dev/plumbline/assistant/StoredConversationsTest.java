package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.assistant.StoredConversations.Item;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.swing.JTable;
import javax.swing.JTextField;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredConversationsTest {
    private static final String PLAN = AssistantDocument.digest(java.util.stream.Stream.of("plan"));

    @TempDir
    private Path folder;

    @Test
    @DisplayName("D2 D5 conversations have a title, time and model, are found, renamed, deleted and opened")
    void d2_d5_history() throws Exception {
        OpenAiChatScript script =
                OpenAiChatScript.create().says("A wall.").says("A door.").says("Again.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel panel =
                    Desk.onUi(() -> desk.assistant(folder).open(AssistantDocument.of(() -> "plan", () -> "1")));
            Desk.ui(() -> panel.send("draw a wall"));
            Desk.awaitText(panel.component(), "A wall.");
            Desk.press(panel.component(), "assistant-new");
            Desk.ui(() -> panel.send("draw a door"));
            Desk.awaitText(panel.component(), "A door.");
            assertThat(Desk.onUi(() -> Desk.texts(panel.component()))).doesNotContain("A wall.");
            StoredConversations store = Desk.onUi(panel::stored);
            List<Item> items = store.list();
            assertThat(items).extracting(Item::title).containsExactly("draw a door", "draw a wall");
            assertThat(items).extracting(Item::model).containsOnly("m-1");
            assertThat(items).extracting(Item::documentId).containsOnly(PLAN);
            History history = Desk.onUi(() -> new History(
                    store, PLAN, AssistantWords.of(java.util.Locale.ENGLISH), panel::open, panel::released));
            awaitRows(history, 2);
            Desk.ui(() ->
                    Desk.find(history.component(), "search", JTextField.class).setText("WALL a"));
            awaitRows(history, 1);
            Desk.ui(() -> history.rename(items.get(1), "The first"));
            Desk.ui(() ->
                    Desk.find(history.component(), "search", JTextField.class).setText("first"));
            awaitRows(history, 1);
            Desk.ui(() -> panel.open(items.get(1).id()));
            Desk.awaitText(panel.component(), "A wall.");
            Desk.ui(() ->
                    Desk.find(history.component(), "search", JTextField.class).setText(""));
            Desk.ui(() -> history.delete(items.get(1))); // the one that is open
            awaitRows(history, 1);
            assertThat(store.list()).extracting(Item::title).containsExactly("draw a door");
            CompletableFuture<?> closed = Desk.onUi(panel::close);
            closed.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName(
            "S1 titles and drafts are encrypted with the store of the plug-in, and no other user can read a file of it")
    void s1_whatIsKeptBesideAnEncryptedStore_isEncrypted() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        OpenAiChatScript script = OpenAiChatScript.create().says("A canary wall.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel panel = Desk.onUi(() -> encrypted(desk, 'k').open(document()));
            Desk.ui(() -> panel.send("draw a canary"));
            Desk.awaitText(panel.component(), "A canary wall.");
            StoredConversations store = Desk.onUi(panel::stored);
            store.rename(store.list().get(0).id(), "canary title");
            assertThat(store.list()).extracting(Item::title).containsExactly("canary title");
            Desk.ui(() -> panel.chat().messageField().setText("canary draft"));
            CompletableFuture<?> closed = Desk.onUi(panel::close);
            closed.get(10, TimeUnit.SECONDS);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all).hasSizeGreaterThan(2).allSatisfy(file -> {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("canary");
            });
        }
        try (Desk desk = new Desk()) {
            desk.settings.put("url", "http://127.0.0.1:9/v1");
            desk.settings.put("model", "m-1");
            AssistantPanel panel = Desk.onUi(() -> encrypted(desk, 'k').open(document()));
            Await.until(
                    () -> Desk.onUi(() -> panel.chat().messageField().getText()).equals("canary draft"),
                    () -> "the draft is not in the field");
        }
    }

    @Test
    @DisplayName("S7 the history says how many conversations cannot be read, and why")
    void s7_historyWithAnotherKey_saysSo() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .otherwise(OpenAiChatScript.create().says("A wall."));
                Desk desk = Desk.at(server)) {
            AssistantPanel panel = Desk.onUi(() -> encrypted(desk, 'k').open(document()));
            Desk.ui(() -> panel.send("draw a wall"));
            Desk.awaitText(panel.component(), "A wall.");
            CompletableFuture<?> closed = Desk.onUi(panel::close);
            closed.get(10, TimeUnit.SECONDS);
            AssistantPanel other = Desk.onUi(() -> encrypted(desk, 'x').open(document()));
            Desk.awaitText(other.component(), "Conversations that cannot be read: 1 (it cannot be decrypted:");
            StoredConversations store = Desk.onUi(other::stored);
            History history = Desk.onUi(() -> new History(
                    store, PLAN, AssistantWords.of(java.util.Locale.ENGLISH), other::open, other::released));
            Desk.awaitText(
                    history.component(),
                    "Conversations that cannot be read: 1 (it cannot be decrypted: it was encrypted with another key, or was"
                            + " changed)");
        }
    }

    private Assistant encrypted(Desk desk, char key) {
        char[] characters = new char[32];
        Arrays.fill(characters, key);
        return desk.assistant(builder -> builder.conversations(folder)
                .runtime(runtime ->
                        runtime.journal(FileSessionStore.of(folder, Secret.of(characters.clone())), FailureMode.FAIL)));
    }

    private static AssistantDocument document() {
        return AssistantDocument.of(() -> "plan", () -> "1");
    }

    private static void awaitRows(History history, int count) {
        JTable table = Desk.find(history.component(), "conversations", JTable.class);
        Await.until(
                () -> Desk.onUi(table::getRowCount) == count,
                () -> Desk.onUi(() -> Desk.texts(history.component()) + table.getRowCount()));
    }
}
