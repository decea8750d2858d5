package dev.plumbline.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.tool.PathGrammar.Absolute;
import dev.plumbline.tool.PathGrammar.Fault;
import dev.plumbline.tool.PathGrammar.Form;
import dev.plumbline.tool.PathGrammar.Refused;
import dev.plumbline.tool.PathGrammar.Relative;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One table for every system: what is refused is refused everywhere. */
@DisplayName("129 paths are read strictly, on every system alike")
class PathGrammarTest {

    @ParameterizedTest(name = "129 {0} is {1}")
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "..,                            PARENT",
                "../x,                          PARENT",
                "a/../../x,                     PARENT",
                "a\\..\\x,                      PARENT",
                "a/..\\x,                       PARENT",
                "C:x,                           DRIVE_RELATIVE",
                "c:,                            DRIVE_RELATIVE",
                "C:..\\x,                       DRIVE_RELATIVE",
                "\\\\server\\share\\x,          UNC",
                "//server/share/x,              UNC",
                "\\/server/share,               UNC",
                "\\\\?\\C:\\x,                  DEVICE_NAMESPACE",
                "//?/C:/x,                      DEVICE_NAMESPACE",
                "\\\\.\\PhysicalDrive0,         DEVICE_NAMESPACE",
                "\\\\?\\UNC\\server\\share\\x,  DEVICE_NAMESPACE",
                "\\??\\C:\\x,                   DEVICE_NAMESPACE",
                "a:b,                           DRIVE_RELATIVE",
                "ab:c,                          STREAM",
                "plan.dxf:evil,                 STREAM",
                "plan.dxf::$DATA,               STREAM",
                "folder/x:y,                    STREAM",
                "CON,                           DEVICE_NAME",
                "con,                           DEVICE_NAME",
                "nul.txt,                       DEVICE_NAME",
                "a/AUX,                         DEVICE_NAME",
                "COM1,                          DEVICE_NAME",
                "lpt9.tar.gz,                   DEVICE_NAME",
                "COM\u00b9,                     DEVICE_NAME",
                "NUL .txt,                      DEVICE_NAME",
                "CONIN$,                        DEVICE_NAME",
                "CLOCK$,                        DEVICE_NAME",
                "x.,                            TRAILING",
                "'x ',                          TRAILING",
                "...,                           TRAILING",
                "'.. /x',                       TRAILING",
                "a./b,                          TRAILING",
                "PROGRA~1,                      SHORT_NAME",
                "a/DOCUME~2.TXT,                SHORT_NAME",
                "%2e%2e/x,                      ENCODED",
                "a%2Fb,                         ENCODED",
                "a%5cb,                         ENCODED",
                "%252e,                         ENCODED",
                "\uff0e\uff0e/x,                ENCODED",
                "a\uff0fb,                      ENCODED",
                "\u2025/x,                      ENCODED",
                "a\uff1ab,                      ENCODED",
                "*.dxf,                         WILDCARD",
                "a?,                            WILDCARD",
                "a|b,                           WILDCARD",
                "~,                             HOME",
                "~/x,                           HOME",
                "'',                            EMPTY",
                "'   ',                         EMPTY",
            })
    void path_refused(String path, Fault fault) {
        for (Form form : Form.values()) {
            assertThat(PathGrammar.read(path, form)).isEqualTo(new Refused(fault));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "a\nb", "a\u202eb", "a\u200bb", "a\ud800", "\u001b[31m", "a\u2028b", "\ufeffx"})
    @DisplayName("129 137 what cannot be seen is refused")
    void path_withUnseenCharacter_refused(String path) {
        for (Form form : Form.values()) {
            assertThat(PathGrammar.read(path, form)).isEqualTo(new Refused(Fault.UNSEEN_CHARACTER));
        }
    }

    @Test
    @DisplayName("129 absolute paths belong to their own system")
    void absolute_ofEitherSystem() {
        assertThat(PathGrammar.read("/home/a//b/./c", Form.POSIX))
                .isEqualTo(new Absolute("/", List.of("home", "a", "b", "c")));
        assertThat(PathGrammar.read("/home/a", Form.WINDOWS)).isEqualTo(new Refused(Fault.ROOT_RELATIVE));
        assertThat(PathGrammar.read("c:\\Plans/x", Form.WINDOWS))
                .isEqualTo(new Absolute("C:\\", List.of("Plans", "x")));
        assertThat(PathGrammar.read("C:/Plans", Form.POSIX)).isEqualTo(new Refused(Fault.OTHER_SYSTEM));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    @DisplayName("129 plain names stay as they are")
    void relative_ofEverySystem(Form form) {
        assertThat(PathGrammar.read("a\\b/./c.dxf", form)).isEqualTo(new Relative(List.of("a", "b", "c.dxf")));
        assertThat(PathGrammar.read(".", form)).isEqualTo(new Relative(List.of()));
        assertThat(PathGrammar.read("console.txt", form)).isEqualTo(new Relative(List.of("console.txt")));
        assertThat(PathGrammar.read("com10", form)).isEqualTo(new Relative(List.of("com10")));
        assertThat(PathGrammar.read("~$plan.docx", form)).isEqualTo(new Relative(List.of("~$plan.docx")));
        assertThat(PathGrammar.read("Grundriß 2.dxf", form)).isEqualTo(new Relative(List.of("Grundriß 2.dxf")));
        assertThat(PathGrammar.read("100%.txt", form)).isEqualTo(new Relative(List.of("100%.txt")));
    }

    @Test
    @DisplayName("129 length and depth are bounded")
    void path_tooLong_refused() {
        Refused tooLong = new Refused(Fault.TOO_LONG);
        assertThat(PathGrammar.read("a".repeat(256), Form.POSIX)).isEqualTo(tooLong);
        assertThat(PathGrammar.read("a".repeat(255), Form.POSIX)).isInstanceOf(Relative.class);
        assertThat(PathGrammar.read("a/".repeat(65), Form.POSIX)).isEqualTo(tooLong);
        assertThat(PathGrammar.read("a/".repeat(64), Form.POSIX)).isInstanceOf(Relative.class);
        assertThat(PathGrammar.read("abc/".repeat(1_025), Form.POSIX)).isEqualTo(tooLong);
    }

    @Test
    void reading_showsNoPath() {
        assertThat(PathGrammar.read("/home/secret", Form.POSIX).toString() + PathGrammar.read("secret", Form.POSIX))
                .doesNotContain("secret");
        assertThat(Arrays.stream(Fault.values()).map(Fault::text)).doesNotHaveDuplicates();
    }
}
