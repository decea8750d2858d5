package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import com.formdev.flatlaf.FlatDarkLaf;
import com.formdev.flatlaf.FlatLightLaf;
import java.awt.Color;
import java.util.concurrent.FutureTask;
import javax.swing.LookAndFeel;
import javax.swing.SwingUtilities;
import javax.swing.UIManager;
import javax.swing.plaf.metal.MetalLookAndFeel;
import javax.swing.plaf.nimbus.NimbusLookAndFeel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The colours of a panel in light and dark looks: text can be read on what it is drawn on. */
class LooksTest {
    /** The least contrast of text and of large or less important text, by the guidelines of the W3C for accessibility. */
    private static final double READABLE = 4.5;

    private static final double VISIBLE = 3;

    enum Look {
        METAL,
        NIMBUS,
        LIGHT,
        DARK;

        private LookAndFeel create() {
            return switch (this) {
                case METAL -> new MetalLookAndFeel();
                case NIMBUS -> new NimbusLookAndFeel();
                case LIGHT -> new FlatLightLaf();
                case DARK -> new FlatDarkLaf();
            };
        }
    }

    private static void onUi(Runnable action) throws Exception {
        FutureTask<Boolean> task = new FutureTask<>(action, true);
        SwingUtilities.invokeLater(task);
        task.get();
    }

    private static void use(LookAndFeel look) {
        try {
            UIManager.setLookAndFeel(look);
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @AfterEach
    void useTheUsualOne() throws Exception {
        onUi(() -> use(new MetalLookAndFeel()));
    }

    @ParameterizedTest
    @EnumSource(Look.class)
    @DisplayName("D11 text can be read in every look")
    void d11_text_canBeRead(Look look) throws Exception {
        onUi(() -> {
            use(look.create());
            for (RowText.Tone tone : RowText.Tone.values()) {
                Color background = Colours.of(tone);
                assertThat(contrast(Colours.textOf(tone), background))
                        .as("text of " + tone)
                        .isGreaterThan(READABLE);
                assertThat(contrast(Colours.muted(), background))
                        .as("time of " + tone)
                        .isGreaterThan(VISIBLE);
                assertThat(contrast(Colours.link(), background))
                        .as("link of " + tone)
                        .isGreaterThan(VISIBLE);
            }
            assertThat(contrast(Colours.text(), Colours.code())).isGreaterThan(READABLE);
            assertThat(contrast(Colours.text(), Colours.found())).isGreaterThan(READABLE);
            assertThat(new PanelContext(ChatTexts.of(java.util.Locale.ENGLISH), (row, part, x, y) -> {})
                            .font()
                            .canDisplayUpTo("✓✗▸▾⋯•"))
                    .isNegative();
        });
    }

    private static double contrast(Color one, Color other) {
        double light = Math.max(luminance(one), luminance(other));
        double dark = Math.min(luminance(one), luminance(other));
        return (light + 0.05) / (dark + 0.05);
    }

    private static double luminance(Color colour) {
        return 0.2126 * linear(colour.getRed())
                + 0.7152 * linear(colour.getGreen())
                + 0.0722 * linear(colour.getBlue());
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
