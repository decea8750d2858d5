package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.runtime.DeepRuntimeFixture.Deep;
import dev.plumbline.runtime.DeepRuntimeFixture.Shape;
import dev.plumbline.runtime.DeepRuntimeFixture.Where;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** However deep a model, a tool or a context source nests what it gives: the conversation goes on. */
class DeepJsonLawTest {
    private static final Logger LOG = Logger.getLogger("dev.plumbline.failures");

    @BeforeContainer
    static void expectFailures() {
        LOG.setLevel(Level.OFF); // context sources that nest too deep are warned of
    }

    @AfterContainer
    static void restore() {
        LOG.setLevel(null);
    }

    @Property(tries = 150)
    @Tag("S2")
    @Label("S2 nesting of up to 1,000 levels ends in an answer or a clear error; the next send and resume work")
    void conversation_goesOn(@ForAll("deep") Deep deep) throws IOException {
        try (DeepRuntimeFixture fixture = new DeepRuntimeFixture(deep)) {
            ConversationSession session = fixture.open();

            ended(deep, fixture.ask(session));

            assertThat(session.send("And then?").orThrow().text()).isEqualTo("Fine.");
            List<Interaction> said = said(session);
            assertThat(said).hasSizeGreaterThanOrEqualTo(2);
            assertThat(fixture.rows(session)).isNotEmpty();
            if (deep.journal()) {
                ConversationSession again = fixture.resumed(session);
                assertThat(said(again)).isEqualTo(said);
                assertThat(again.send("And now?").orThrow().text()).isEqualTo("Fine.");
            }
        }
    }

    private static List<Interaction> said(ConversationSession session) {
        return List.copyOf(session.body().interactions());
    }

    private static void ended(Deep deep, AiReturn ret) {
        boolean tooDeep = deep.levels() > UntrustedJson.MAX_DEPTH;
        switch (deep.where()) {
            case ARGUMENTS -> called(ret, tooDeep, deep, ToolEnvelope.Code.INVALID_ARGUMENTS);
            case VALUE, JSON, ENVELOPE, NOTE -> called(ret, tooDeep, deep, ToolEnvelope.Code.INVALID_RESULT);
            case RECORD -> called(ret, deep.levels() > 64, deep, ToolEnvelope.Code.INVALID_RESULT);
            case OPAQUE -> assertThat(ret.error().map(AiError::category)).isEqualTo(invalid(tooDeep));
            // an answer with a type is bound to it
            case SHAPED -> assertThat(ret.error().map(AiError::category)).isEqualTo(invalid(deep.levels() > 64));
            case TEXT, CONTEXT -> assertThat(ret.isOk()).isTrue();
        }
    }

    private static Optional<AiError.Category> invalid(boolean refused) {
        return refused ? Optional.of(AiError.Category.INVALID_RESPONSE) : Optional.empty();
    }

    /** A call that is refused says the limit, and how deep it was where that has an end. */
    private static void called(AiReturn ret, boolean tooDeep, Deep deep, ToolEnvelope.Code code) {
        assertThat(ret.isOk()).isTrue();
        ToolEnvelope envelope = ret.toolResults().get(0).envelope();
        if (deep.where() == Where.ARGUMENTS && !tooDeep && !envelope.isOk()) {
            // so deep a value cannot be shown to a user, so nobody can approve it
            assertThat(envelope.failure().orElseThrow().code()).isEqualTo(ToolEnvelope.Code.DENIED);
            assertThat(deep.levels()).isGreaterThan(40);
            return;
        }
        assertThat(envelope.isOk()).isEqualTo(!tooDeep);
        envelope.failure().ifPresent(failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.message()).contains(deep.where() == Where.RECORD ? "64" : "128");
            if (deep.where() == Where.ARGUMENTS || (deep.levels() <= 200 && deep.where() != Where.RECORD)) {
                // elements of a list are read one by one, and refused at their place in it
                assertThat(failure.message())
                        .containsAnyOf(deep.levels() + " levels deep", deep.levels() - 1 + " levels deep");
            }
        });
    }

    @Provide
    Arbitrary<Deep> deep() {
        Arbitrary<Integer> levels = Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.integers().between(1, 1000)),
                Tuple.of(2, Arbitraries.integers().between(120, 205)),
                Tuple.of(1, Arbitraries.of(127, 128, 129, 194, 195, 196, 197, 198, 199, 200, 201)));
        return Combinators.combine(
                        Arbitraries.of(Where.class), Arbitraries.of(Shape.class), levels, Arbitraries.of(true, false))
                .as(Deep::new);
    }
}
