package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiReturn;
import dev.plumbline.providers.internal.RecordedResponses;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedResponsesTest {

    @Test
    void recordings_are_all_there() {
        assertThat(RecordedResponse.all()).hasSize(103);
        assertThat(RecordedResponse.streams()).hasSize(64);
    }

    @ParameterizedTest
    @Tag("SH5")
    @Tag("SH149")
    @MethodSource("dev.plumbline.providers.RecordedResponse#all")
    void recording_folds_to_what_was_written_down(RecordedResponse recording) {
        AiReturn fold = recording.fold(List.of(recording.wire()));
        assertThat(RecordedResponses.toJson(fold).text())
                .isEqualTo(recording.expected().text());
    }

    /** The bytes cut in two in many places, and one byte at a time. */
    @ParameterizedTest
    @Tag("SH17")
    @MethodSource("dev.plumbline.providers.RecordedResponse#streams")
    void recording_cut_anywhere_folds_the_same(RecordedResponse recording) {
        byte[] wire = recording.wire();
        AiReturn whole = recording.fold(List.of(wire));
        List<Integer> wrong = RecordedResponse.cuts(wire)
                .parallel()
                .filter(at -> !recording.fold(RecordedResponse.cutAt(wire, at)).equals(whole))
                .boxed()
                .toList();
        assertThat(wrong).isEmpty();
        assertThat(recording.fold(byteByByte(wire))).isEqualTo(whole);
    }

    @ParameterizedTest
    @MethodSource("dev.plumbline.providers.RecordedResponse#all")
    void public_method_folds_by_name_alone(RecordedResponse recording) throws java.io.IOException {
        byte[] bytes = java.nio.file.Files.readAllBytes(recording.path());
        AiReturn fold = RecordedResponses.fold(recording.folder(), recording.file(), bytes);
        assertThat(RecordedResponses.toJson(fold).text())
                .isEqualTo(recording.expected().text());
    }

    @Test
    void n11_unknownFormat_isNamed_besideAllInOrder() {
        assertThatThrownBy(() -> RecordedResponses.fold("nobody", "a.sse", new byte[0]))
                .hasMessageStartingWith(
                        "no format is named nobody; there are [anthropic, azure, deepseek, errors, gemini,");
    }

    @Test
    void unknown_folder_or_form_is_refused() {
        assertThatThrownBy(() -> RecordedResponses.fold("nobody", "a.sse", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openai-chat");
        assertThatThrownBy(() -> RecordedResponses.fold("azure", "a.bin", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(".chunks.txt");
    }

    private static List<byte[]> byteByByte(byte[] wire) {
        List<byte[]> single = new ArrayList<>();
        for (byte b : wire) {
            single.add(new byte[] {b});
        }
        return single;
    }
}
