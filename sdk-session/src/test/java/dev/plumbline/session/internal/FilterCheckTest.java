package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.policy.ContextSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Filters that select nothing are logged, with the nearest name. */
class FilterCheckTest {
    private static final Logger LOGGER = Logger.getLogger("dev.plumbline.session");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
    }

    private void open(EngineFixture fixture, String tools, String contexts) {
        AiBody body = AiBody.builder().toolFilter(tools).contextFilter(contexts).build();
        fixture.open(body);
    }

    @Test
    @DisplayName("N16 a mistyped name in a tool filter is logged once, with the nearest name")
    void n16_mistypedTool_isLoggedOnce() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw_wall").echo("erase_wall");
            open(fixture, "drwa_wall, erase_*", "");
            open(fixture, "drwa_wall, erase_*", "");
        }
        assertThat(lines)
                .containsExactly("WARNING toolFilter term \"drwa_wall\" matches none of the 2 tools;"
                        + " did you mean \"draw_wall\"?");
    }

    @Test
    @DisplayName("N16 a term that takes away, a tag and an owner that match nothing are logged, too")
    void n16_everyTerm_isChecked() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw_wall");
            open(fixture, "*, -erase_door, #edit, @com.acme", "");
        }
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        "WARNING toolFilter term \"-erase_door\" matches none of the 1 tools; there are draw_wall",
                        "WARNING toolFilter term \"#edit\" matches none of the 1 tools",
                        "WARNING toolFilter term \"@com.acme\" matches none of the 1 tools");
    }

    @Test
    @DisplayName("N16 context sources without a filter, and a filter without a source, are logged")
    void n16_contextFilter_isChecked() {
        ContextSource selection = ContextSource.of("selection", () -> "wall 1");
        try (EngineFixture fixture = new EngineFixture(builder -> builder.contexts(List.of(selection)))) {
            open(fixture, "", "");
            open(fixture, "", "selektion");
            open(fixture, "", "*");
        }
        assertThat(lines)
                .containsExactly(
                        "INFO 1 context sources, but this body's contextFilter is empty",
                        "WARNING contextFilter term \"selektion\" matches none of the 1 context sources;"
                                + " did you mean \"selection\"?");
    }

    @Test
    @DisplayName("N16 filters that match say nothing")
    void n16_matchingFilter_isSilent() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw_wall").echo("erase_wall");
            open(fixture, "draw_*, -erase_wall", "");
            open(fixture, "*", "");
        }
        assertThat(lines).isEmpty();
    }
}
