package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.BudgetStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileBudgetStoreTest {
    @TempDir
    private Path folder;

    private AiError refusal(Path file) {
        BudgetStore.Budget day = new BudgetStore.Budget("day", 10, Duration.ZERO);
        AiException refused = catchThrowableOfType(
                AiException.class, () -> FileBudgetStore.of(file).take(day, BudgetStore.Amount.of(1)));
        assertThat(refused.error().category()).isEqualTo(AiError.Category.CONFIGURATION);
        assertThat(refused.error().message()).contains(file.toString());
        assertThat(refused.error().userMessage()).contains(file.toString());
        return refused.error();
    }

    @Test
    @DisplayName("61 8 a damaged file of budgets is named, with the obstacle and the way out, and without its content")
    void n61_8_aDamagedFileIsNamedWithTheWayOut() throws IOException {
        Path file = Files.writeString(
                folder.resolve("budgets.json"), "{\"format\":\"plumbline-budgets/1\",\"time\":SECRET");

        assertThat(refusal(file).message()).contains("damaged", "delete it").doesNotContain("SECRET");
    }

    @Test
    @DisplayName("61 8 a file of something else is not taken for budgets, and is not said to be damaged")
    void n61_8_anotherFileIsNotDamaged() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.json"), "{\"format\":\"notes\"}");

        assertThat(refusal(file).message())
                .contains("not a file of budgets", "another file")
                .doesNotContain("damaged");
    }

    @Test
    @DisplayName("61 8 a folder in the place of the file, and a file in the place of its folder, are named as that")
    void n61_8_aPlaceThatIsTakenIsNamed() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("budgets"));
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(refusal(taken).message()).contains("a folder is in its place");
        assertThat(refusal(file.resolve("budgets.json")).message()).contains("is a file and no folder");
    }
}
