package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.ui.HostApplication;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.Transferable;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.swing.Box;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import javax.swing.TransferHandler;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs and the table of docs/pictures.md. With {@code -Dplumbline.page=write} the run writes the table. */
@Timeout(120)
class PicturesDocTest {
    private static final Path PAGE = Path.of("../../docs/pictures.md");
    private static final Pattern TABLE = Pattern.compile("\\| provider \\| PNG.*?\n(?=\n)", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private Path png(String name, int width, int height) throws IOException {
        File file = folder.resolve(name).toFile();
        assertThat(ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", file))
                .isTrue();
        return file.toPath();
    }

    private static List<Part> said(ScriptedProvider model, int call) {
        List<? extends Interaction> items = model.calls().get(call).effective();
        return ((Interaction.User) items.get(items.size() - 1)).parts();
    }

    private static int width(Part part) throws IOException {
        return ImageIO.read(((Part.Image) part).blob().open()).getWidth();
    }

    @Test
    @DisplayName("N3 the page says which attachments each provider sends")
    void n3_attachments_areSentAsThePageSays() throws IOException {
        String table = SentMedia.table();
        String page = Files.readString(PAGE);
        if ("write".equals(System.getProperty("plumbline.page"))) {
            page = TABLE.matcher(page).replaceFirst(Matcher.quoteReplacement(table));
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(table);
    }

    @Test
    @DisplayName("N3 pictures and documents are sent with a body and in a running conversation")
    void n3_picturesAndDocuments_areSent() throws IOException {
        ScriptedProvider model =
                ScriptedProvider.create().says("A plan.").says("Larger.").says("It has.");
        Path pdf = Files.writeString(folder.resolve("plan.pdf"), "%PDF-1.7\n");
        Path csv = Files.writeString(folder.resolve("walls.csv"), "w1;5000\n");
        try (AiRuntime ai = AiRuntime.of(model);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            assertThat(PicturesExamples.look(ai, png("sketch.png", 9_000, 2)).text())
                    .isEqualTo("A plan.");
            assertThat(width(said(model, 0).get(1))).isEqualTo(2_000);
            assertThat(PicturesExamples.lookAgain(session, new BufferedImage(30, 20, BufferedImage.TYPE_INT_RGB))
                            .text())
                    .isEqualTo("Larger.");
            assertThat(width(said(model, 1).get(1))).isEqualTo(30);
            assertThat(PicturesExamples.compare(session, pdf, csv).text()).isEqualTo("It has.");
            assertThat(said(model, 2)).endsWith(Part.file(pdf), Part.file(csv));
        }
    }

    @Test
    @DisplayName("N3 a tool returns a picture of a component")
    void n3_tool_returnsAPicture() throws IOException {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("picture", Map.of()).says("A blank sheet.");
        JPanel drawing = new JPanel();
        drawing.setSize(60, 20);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(new PicturesExamples.ViewTools(drawing))
                .build()) {
            assertThat(ai.send("What do you see?").text()).isEqualTo("A blank sheet.");
            List<? extends Interaction> items = model.calls().get(1).effective();
            Interaction.ToolResult result = (Interaction.ToolResult) items.get(items.size() - 1);
            assertThat(width(result.envelope().parts().get(0))).isEqualTo(60);
        }
    }

    @Test
    @DisplayName("N3 a picture that a model makes is in the return")
    void n3_model_returnsAPicture() throws IOException {
        byte[] bytes = Files.readAllBytes(png("made.png", 16, 9));
        String answer = "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Here.\"},{\"inlineData\":"
                + "{\"mimeType\":\"image/png\",\"data\":\""
                + Base64.getEncoder().encodeToString(bytes)
                + "\"}}]},\"finishReason\":\"STOP\"}]}";
        try (ScriptedServer server = ScriptedServer.onPort(0).answers(ServerResponse.sse(List.of(answer)));
                AiRuntime ai = AiRuntime.of(GeminiGenerateContent.builder("gemini-2.5-flash-image")
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address().toString())
                        .build())) {
            List<Blob> images = PicturesExamples.draw(ai, "a plan.");
            assertThat(images).containsExactly(Blob.of(bytes, "image/png"));
            assertThat(PicturesExamples.icon(images.get(0)).getIconWidth()).isEqualTo(16);
            assertThat(server.requests()
                            .get(0)
                            .json()
                            .at("/generationConfig/responseModalities/1")
                            .asText())
                    .isEqualTo("IMAGE");
        }
    }

    @Test
    @DisplayName("N3 a picture of OpenAI's own tool is in the return, and its item goes back to the service")
    void n3_openAi_returnsAPicture() throws IOException {
        byte[] bytes = Files.readAllBytes(png("made.png", 16, 9));
        String item = "{\"type\":\"image_generation_call\",\"id\":\"ig_1\",\"status\":\"completed\",\"result\":\""
                + Base64.getEncoder().encodeToString(bytes) + "\"}";
        ServerResponse made = ServerResponse.sse(List.of(
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":" + item + "}",
                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[" + item + "]}}"));
        try (ScriptedServer server =
                        ScriptedServer.onPort(0).answers(made).answers(made).answers(made);
                AiRuntime ai = AiRuntime.of(OpenAiResponses.builder("gpt-5.5")
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address().toString())
                        .build());
                ConversationSession session = ai.session(AiBody.builder().build())) {
            assertThat(PicturesExamples.drawWithOpenAi(ai, "a plan.")).containsExactly(Blob.of(bytes, "image/png"));
            assertThat(server.requests().get(0).json().at("/tools/0/type").asText())
                    .isEqualTo("image_generation");
            assertThat(session.send("Draw a plan.").images()).hasSize(1);
            assertThat(session.send("Larger.").isOk()).isTrue();
            assertThat(server.requests().get(2).text()).containsOnlyOnce("ig_1");
        }
    }

    @Test
    @DisplayName("N3 an answer without a picture has none")
    void n3_textAlone_hasNoImages() {
        try (AiRuntime ai = AiRuntime.of(ScriptedProvider.create().says("No."))) {
            assertThat(ai.send("Draw.").images()).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "N3 pictures and files that are dropped are sent with the question, and what cannot be sent is explained")
    void n3_window_sendsWhatIsDropped() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().says("Two walls.").says("No more.");
        Path csv = Files.writeString(folder.resolve("walls.csv"), "w1;5000\n");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .host(HostApplication.swing())
                .build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            JPanel[] window = new JPanel[1];
            SwingUtilities.invokeAndWait(() -> window[0] = PictureWindow.panel(session));
            assertThat(dropped(window[0], DataFlavor.javaFileListFlavor, List.of(csv.toFile())))
                    .isEqualTo("Attached: 1");
            assertThat(dropped(window[0], DataFlavor.imageFlavor, new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB)))
                    .isEqualTo("Attached: 2");
            assertThat(dropped(
                            window[0],
                            DataFlavor.javaFileListFlavor,
                            List.of(folder.resolve("gone.png").toFile())))
                    .contains("gone.png");
            asks(window[0], "How many?");
            Await.until(() -> answer(window[0]).equals("Two walls."), () -> answer(window[0]));
            Await.until(() -> !session.isRunning(), () -> "the turn still runs");
            assertThat(said(model, 0))
                    .startsWith(Part.text("How many?"), Part.file(csv))
                    .hasSize(3);
            asks(window[0], "More?");
            Await.until(() -> answer(window[0]).equals("No more."), () -> answer(window[0]));
            assertThat(said(model, 1)).containsExactly(Part.text("More?"));
        }
    }

    @Test
    @DisplayName("N3 what is too large in sum is refused before anything is sent")
    void n3_attachmentsOfMoreThan48MiB_areRefused() {
        Part large = new Part.File("walls.csv", Blob.of(new byte[49 << 20], "text/plain"));
        try (ScriptedServer server = ScriptedServer.onPort(0);
                AiRuntime ai = AiRuntime.of(OpenAiChat.builder("m")
                        .baseUrl(server.address().toString())
                        .build())) {
            AiError error = ai.send(
                            AiBody.builder().addUser(Part.text("Look."), large).build())
                    .error()
                    .orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.TOO_LARGE);
            assertThat(error.code()).isEqualTo("attachments");
            assertThat(server.requests()).isEmpty();
        }
    }

    private static String dropped(JPanel window, DataFlavor flavor, Object value) throws Exception {
        JLabel label = (JLabel) ((Box) window.getComponent(2)).getComponent(1);
        SwingUtilities.invokeAndWait(() -> {
            TransferHandler.TransferSupport data = new TransferHandler.TransferSupport(label, data(flavor, value));
            assertThat(label.getTransferHandler().canImport(data)).isTrue();
            boolean unused = label.getTransferHandler().importData(data);
        });
        return label.getText();
    }

    private static Transferable data(DataFlavor flavor, Object value) {
        return new Transferable() {
            @Override
            public DataFlavor[] getTransferDataFlavors() {
                return new DataFlavor[] {flavor};
            }

            @Override
            public boolean isDataFlavorSupported(DataFlavor wanted) {
                return wanted.equals(flavor);
            }

            @Override
            public Object getTransferData(DataFlavor wanted) {
                return value;
            }
        };
    }

    private static void asks(JPanel window, String question) throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            JTextField field = (JTextField) window.getComponent(0);
            field.setText(question);
            field.postActionEvent();
        });
    }

    private static String answer(JPanel window) {
        return ((JTextArea) ((JScrollPane) window.getComponent(1)).getViewport().getView()).getText();
    }
}
