package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTemplateTest {
    private static final PromptTemplateOptions UNITS =
            PromptTemplateOptions.ofDefaults().withValue("units", () -> "mm");

    private static AiBody body(String system) {
        return AiBody.builder().addSystem(system).addUser("A room").build();
    }

    private static AiCall filled(PromptTemplateOptions options, String system) {
        return Policies.promptTemplates(options).onRequest(AiCall.of(body(system), PolicyFixture.MODEL));
    }

    private static List<String> texts(AiCall call) {
        return call.effective().stream()
                .filter(each -> each.kind() == Interaction.Kind.SYSTEM)
                .map(Interaction::text)
                .toList();
    }

    @ParameterizedTest
    @Tag("SH39")
    @CsvSource(delimiter = '|', textBlock = """
            Draw in {units}.            | Draw in mm.
            {units}{units}              | mmmm
            {units:inch}                | mm
            {paper:A4} sheets           | A4 sheets
            '{paper:}.'                 | .
            Say {{units}} for {units}.  | Say {units} for mm.
            {{paper:A4}}                | {paper:A4}
            {{{units}}}                 | {{units}}
            {paper}                     | {paper}
            """)
    void place_isFilled(String system, String texts) {
        assertThat(texts(filled(UNITS, system))).containsExactly(texts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Answer like {\"wall\":{\"units\":1}}.",
                "{ units }",
                "{units: string}",
                "{un its}",
                "{}",
                "{units",
                "units}",
                "{1}",
                "function f() {return x}"
            })
    void braces_thatAreNoPlaceAreLeftAlone(String system) {
        AiCall call = AiCall.of(body(system), PolicyFixture.MODEL);
        AiCall filled = Policies.promptTemplates(UNITS).onRequest(call);
        assertThat(texts(filled)).containsExactly(system);
    }

    @Test
    @Tag("SH53")
    void call_withoutPlaces_isItself() {
        AiCall call = AiCall.of(body("Draw."), PolicyFixture.MODEL);
        assertThat(Policies.promptTemplates(UNITS.withGuideline("draw*", "Walls first."))
                        .onRequest(call))
                .isSameAs(call);
    }

    @Test
    void values_areNeverTakenForPlaces() {
        PromptTemplateOptions options = UNITS.withValue("file", () -> "{units} {{x}} {secret:y}");
        assertThat(texts(filled(options, "Draw {file}."))).containsExactly("Draw {units} {{x}} {secret:y}.");
    }

    @Test
    void value_isTextOrJson_andNothingIsNone() {
        PromptTemplateOptions options = PromptTemplateOptions.ofDefaults()
                .withValue("layers", () -> List.of("A-WALL", "A-DOOR"))
                .withValue("maybe", () -> Optional.of(3))
                .withValue("none", Optional::empty)
                .withValue("empty", () -> "")
                .withValue("absent", () -> null);
        assertThat(texts(filled(options, "{layers} {maybe} {none:a} {empty:b} {absent:c}")))
                .containsExactly("[\"A-WALL\",\"A-DOOR\"] 3 a b c");
    }

    @Test
    void value_isAskedOncePerCall_andOnlyWhenNeeded() {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger idle = new AtomicInteger();
        PromptTemplatePolicy policy = new PromptTemplatePolicy(PromptTemplateOptions.ofDefaults()
                .withValue("sheet", asked::incrementAndGet)
                .withValue("idle", idle::incrementAndGet));
        AiCall call = AiCall.of(body("{sheet} and {sheet}"), PolicyFixture.MODEL);
        assertThat(texts(policy.onRequest(call))).containsExactly("1 and 1");
        assertThat(texts(policy.onRequest(call))).containsExactly("2 and 2");
        assertThat(idle).hasValue(0);
    }

    @Test
    void text_isTakenApartOnce() {
        PromptTemplatePolicy policy = new PromptTemplatePolicy(UNITS);
        assertThat(policy.template(new String("Draw in {units}."))).isSameAs(policy.template("Draw in {units}."));
    }

    @Test
    void otherWords_areLeftAlone() {
        AiBody body = AiBody.builder()
                .addSystem("Draw in {units}.")
                .addUser("What is {units}?")
                .build();
        AiCall call = Policies.promptTemplates(UNITS).onRequest(AiCall.of(body, PolicyFixture.MODEL));
        assertThat(call.effective().get(1)).isSameAs(body.interactions().get(1));
        assertThat(call.body()).isSameAs(body);
        assertThat(call.body().interactions().get(0).text()).isEqualTo("Draw in {units}.");
    }

    @Test
    void value_isPartOfTheKey() {
        AiCall inches = filled(PromptTemplateOptions.ofDefaults().withValue("units", () -> "in"), "Draw in {units}.");
        assertThat(inches.fingerprint())
                .isNotEqualTo(filled(UNITS, "Draw in {units}.").fingerprint());
    }

    @Test
    @Tag("A12")
    @Tag("H44")
    void guidelines_areOfTheToolsThatAreOffered() {
        PromptTemplatePolicy policy = new PromptTemplatePolicy(
                UNITS.withGuideline("draw_*", "Walls first, in {units}.").withGuideline("erase", "Ask first."));
        AiCall call = CallFixtures.offering(body("Draw.\n{guidelines}\nBe brief."), "draw_wall", "draws", "{}");
        assertThat(texts(policy.onRequest(call))).containsExactly("Draw.\nWalls first, in mm.\nBe brief.");
    }

    @Test
    @Tag("C45")
    @Tag("A12")
    void guidelinesAndInstructions_withoutAPlaceFollowTheSystemTexts() {
        PromptTemplatePolicy policy = new PromptTemplatePolicy(UNITS.withInstruction("Answer in German.")
                .withInstruction("Lengths are in {units}.")
                .withGuideline("*", "Walls first."));
        AiCall call = CallFixtures.offering(body("Draw."), "draw_wall", "draws", "{}");
        assertThat(policy.onRequest(call).effective())
                .extracting(Interaction::kind)
                .containsExactly(Interaction.Kind.SYSTEM, Interaction.Kind.SYSTEM, Interaction.Kind.USER);
        assertThat(texts(policy.onRequest(call)))
                .containsExactly("Draw.", "Walls first.\n\nAnswer in German.\nLengths are in mm.");
    }

    @Test
    void instruction_thatNamesItselfIsNotFollowed() {
        PromptTemplateOptions options = PromptTemplateOptions.ofDefaults().withInstruction("See {instructions}.");
        assertThat(texts(filled(options, "Draw."))).containsExactly("Draw.", "See {instructions}.");
    }

    @Test
    void missingValue_isARemark_andEndsAStrictCall() {
        AiReturn sent = asked(UNITS);
        assertThat(sent.isOk()).isTrue();
        assertThat(sent.trace().note("templates")).isEqualTo("no value: {sheet}, {layer}");
        AiError error = asked(UNITS.withStrict()).error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.CONFIGURATION);
        assertThat(error.code()).isEqualTo("prompt-template");
        assertThat(error.message())
                .contains("{sheet}, {layer}")
                .contains("withValue")
                .doesNotContain("Draw");
    }

    private static AiReturn asked(PromptTemplateOptions options) {
        return PolicyChain.builder()
                .addRequestPolicy("templates", Policies.promptTemplates(options))
                .build(ScriptedProvider.create().says("ok"))
                .call(AiCall.of(body("Draw {sheet} of {layer} in {units}."), PolicyFixture.MODEL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1st", "a b", "guidelines", "instructions", "{x}"})
    void name_thatNoPlaceCanHave_isRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> UNITS.withValue(name, () -> 1));
    }

    @Test
    void options_showNoText() {
        assertThat(UNITS.withInstruction("secret").withGuideline("*", "secret").toString())
                .isEqualTo("PromptTemplateOptions[[units], 1 guidelines, 1 instructions]");
        assertThat(UNITS.withGuideline("*", "secret").guidelines().toString()).doesNotContain("secret");
        assertThat(Map.copyOf(UNITS.values())).containsOnlyKeys("units");
    }
}
