package dev.plumbline.tool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.tool.internal.PathParser.Absolute;
import dev.plumbline.tool.internal.PathParser.Fault;
import dev.plumbline.tool.internal.PathParser.PathSyntax;
import dev.plumbline.tool.internal.PathParser.Refused;
import dev.plumbline.tool.internal.PathParser.Relative;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One table for every system: what is refused is refused everywhere. */
@DisplayName("129 paths are read strictly, on every system alike")
class PathParserTest {

    @ParameterizedTest(name = "129 {0} is {1}")
    @Tag("SH165")
    @Tag("F129")
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
        for (PathSyntax form : PathSyntax.values()) {
            assertThat(PathParser.read(path, form)).isEqualTo(new Refused(fault));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "a\nb", "a\u202eb", "a\u200bb", "a\ud800", "\u001b[31m", "a\u2028b", "\ufeffx"})
    @DisplayName("129 137 what cannot be seen is refused")
    void path_withUnseenCharacter_refused(String path) {
        for (PathSyntax form : PathSyntax.values()) {
            assertThat(PathParser.read(path, form)).isEqualTo(new Refused(Fault.UNSEEN_CHARACTER));
        }
    }

    @Test
    @DisplayName("129 absolute paths belong to their own system")
    void absolute_ofEitherSystem() {
        assertThat(PathParser.read("/home/a//b/./c", PathSyntax.POSIX))
                .isEqualTo(new Absolute("/", List.of("home", "a", "b", "c")));
        assertThat(PathParser.read("/home/a", PathSyntax.WINDOWS)).isEqualTo(new Refused(Fault.ROOT_RELATIVE));
        assertThat(PathParser.read("c:\\Plans/x", PathSyntax.WINDOWS))
                .isEqualTo(new Absolute("C:\\", List.of("Plans", "x")));
        assertThat(PathParser.read("C:/Plans", PathSyntax.POSIX)).isEqualTo(new Refused(Fault.OTHER_SYSTEM));
    }

    @ParameterizedTest
    @EnumSource(PathSyntax.class)
    @DisplayName("129 plain names stay as they are")
    void relative_ofEverySystem(PathSyntax form) {
        assertThat(PathParser.read("a\\b/./c.dxf", form)).isEqualTo(new Relative(List.of("a", "b", "c.dxf")));
        assertThat(PathParser.read(".", form)).isEqualTo(new Relative(List.of()));
        assertThat(PathParser.read("console.txt", form)).isEqualTo(new Relative(List.of("console.txt")));
        assertThat(PathParser.read("com10", form)).isEqualTo(new Relative(List.of("com10")));
        assertThat(PathParser.read("~$plan.docx", form)).isEqualTo(new Relative(List.of("~$plan.docx")));
        assertThat(PathParser.read("Grundriß 2.dxf", form)).isEqualTo(new Relative(List.of("Grundriß 2.dxf")));
        assertThat(PathParser.read("100%.txt", form)).isEqualTo(new Relative(List.of("100%.txt")));
    }

    @Test
    @DisplayName("129 length and depth are bounded")
    void path_tooLong_refused() {
        Refused tooLong = new Refused(Fault.TOO_LONG);
        assertThat(PathParser.read("a".repeat(256), PathSyntax.POSIX)).isEqualTo(tooLong);
        assertThat(PathParser.read("a".repeat(255), PathSyntax.POSIX)).isInstanceOf(Relative.class);
        assertThat(PathParser.read("a/".repeat(65), PathSyntax.POSIX)).isEqualTo(tooLong);
        assertThat(PathParser.read("a/".repeat(64), PathSyntax.POSIX)).isInstanceOf(Relative.class);
        assertThat(PathParser.read("abc/".repeat(1_025), PathSyntax.POSIX)).isEqualTo(tooLong);
    }

    @Test
    void reading_showsNoPath() {
        assertThat(PathParser.read("/home/secret", PathSyntax.POSIX).toString()
                        + PathParser.read("secret", PathSyntax.POSIX))
                .doesNotContain("secret");
        assertThat(Arrays.stream(Fault.values()).map(Fault::text)).doesNotHaveDuplicates();
    }
}
