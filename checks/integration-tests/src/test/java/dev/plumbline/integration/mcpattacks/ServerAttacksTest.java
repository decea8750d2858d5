package dev.plumbline.integration.mcpattacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile clients attack a server, each in a test of its own, and every verdict is that of the page. With {@code
 * -Dplumbline.page=write} the run writes the page.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX) // others close connections with other errors
class ServerAttacksTest {
    private static final AttackPage PAGE = new AttackPage("Clients that attack a server");

    static List<ServerAttack> attacks() {
        return Stream.of(AccessAttacks.all(), StateAttacks.all(), LoadAttacks.all())
                .flatMap(all -> all)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("attacks")
    @Timeout(120)
    @DisplayName("MC21 the verdict on an attack is that of the page")
    void mc21_verdict_isThatOfThePage(ServerAttack attack, @TempDir Path folder) throws Exception {
        assertThat(attacks().stream().map(ServerAttack::name)).doesNotHaveDuplicates();
        try (AttackedHost host = new AttackedHost(folder, attack.options())) {
            PAGE.add(attack.name(), attack.outcome(), attack.attempt().on(host));
        }
    }

    @AfterAll
    static void finish() throws IOException {
        PAGE.finish();
    }
}
