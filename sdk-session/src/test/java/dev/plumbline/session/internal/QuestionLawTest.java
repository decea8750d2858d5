package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.internal.Words;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.Part;
import dev.plumbline.ui.internal.PartLines;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** One kind of question: who agrees was shown every part of it. */
class QuestionLawTest {
    private static final Question.Option YES = new Question.Option("yes", "Yes");
    private static final Question.Option NO = new Question.Option("no", "No");

    @Provide
    Arbitrary<List<Part>> parts() {
        Arbitrary<String> texts = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(20),
                Arbitraries.strings().withChars("ab \n|:").ofMaxLength(60),
                Arbitraries.strings().alpha().ofMinLength(495).ofMaxLength(510),
                Arbitraries.of("Allow it?\nThe program: yes is safe", "    path (string, 2 characters): \"ok\""));
        return Combinators.combine(
                        Arbitraries.of(ContentOrigin.HOST, ContentOrigin.TOOL, ContentOrigin.MCP),
                        Arbitraries.of("files wrote", "note (string, 3 characters)"),
                        texts,
                        texts.optional(0.2))
                .as((source, heading, text, before) -> {
                    boolean folded = Part.of(source, heading, text).isFolded();
                    return new Part(source, heading, text, before, folded);
                })
                .list()
                .ofMaxSize(5);
    }

    private static Question.Option answer(List<Part> parts, Consumer<Question> person) {
        UserPrompter prompter = new UserPrompter(Optional.of(person), Runnable::run, VirtualClock.create());
        UserPrompter.QuestionContext occasion = new UserPrompter.QuestionContext(
                "test", CallIds.NONE, Optional.empty(), Cancellation.create(), Words.english(), shown -> {}, thrown -> {
                    throw new AssertionError(thrown);
                });
        return prompter.ask(new UserPrompter.QuestionText("Go?", parts, YES, NO), occasion, Duration.ofMinutes(1))
                .option();
    }

    @Property(tries = 500)
    @Tag("S22")
    @Label("S22 a yes is taken with all parts shown and refused without, in any order of opening them")
    void s22_yes_needsEveryPart(@ForAll("parts") List<Part> parts, @ForAll List<Integer> order) {
        Question.Option chosen = answer(parts, question -> {
            Set<String> opened = new HashSet<>();
            Question shown = question;
            for (int i : order) {
                if (parts.isEmpty()) {
                    break;
                }
                Part part = parts.get(Math.floorMod(i, parts.size()));
                opened.add(part.digest());
                shown = shown.opened(Set.of(part.digest(), "no digest of this question"));
            }
            boolean all = parts.stream().allMatch(part -> !part.isFolded() || opened.contains(part.digest()));
            Question last = shown;
            if (!all) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> last.answer(YES))
                        .withMessageContaining("not shown");
            }
            assertThat(last.isWhole()).isEqualTo(all);
            assertThat(last.answer(all ? YES : NO)).isTrue();
            assertThat(question.answer(NO)).as("it is answered once").isFalse();
            assertThat(last).isEqualTo(question);
            assertThat(last.digest()).isEqualTo(question.digest());
        });
        assertThat(List.of(YES, NO)).contains(chosen);
    }

    @Property(tries = 500)
    @Tag("S28")
    @Label("S28 no line of a text with several lines that somebody else wrote looks like a line of the host")
    void s28_linesOfOthers_haveABar(@ForAll("parts") List<Part> parts) {
        answer(parts, question -> {
            for (Part part : question.opened().parts()) {
                List<String> lines = PartLines.of(part, Words.english()).lines().toList();
                if (part.source() != ContentOrigin.HOST) {
                    assertThat(lines).allMatch(line -> line.startsWith(part.heading()) || line.startsWith("  | "));
                }
                assertThat(part.text().lines())
                        .allSatisfy(line ->
                                assertThat(PartLines.of(part, Words.english())).contains(line));
            }
            question.answer(NO);
        });
    }

    @Property(tries = 500)
    @Label("S22 questions that differ in a part have digests that differ, folded or not")
    void s22_digests_distinguish(@ForAll("parts") List<Part> one, @ForAll("parts") List<Part> other) {
        answer(
                one,
                first -> answer(other, second -> {
                    assertThat(first.digest().equals(second.digest()))
                            .isEqualTo(first.opened()
                                    .parts()
                                    .equals(second.opened().parts()));
                    second.answer(NO);
                    first.answer(NO);
                }));
    }
}
