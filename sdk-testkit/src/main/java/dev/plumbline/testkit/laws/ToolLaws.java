package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.testkit.ToolChecker;
import dev.plumbline.tool.AiTool;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * The laws of every tool as jqwik properties. Implement {@link #tool()} in a test class, and {@link #snapshot()} if the
 * tool changes something. Arguments are generated from the tool's schema. A failure is not reduced, because the calls that would do
 * so would find another state than those that failed. {@link ToolChecker} has the same laws as plain methods.
 */
public interface ToolLaws {

    /** Returns the tool. */
    AiTool tool();

    /** Returns the state that the tool may change, as a value with {@code equals}. */
    default Object snapshot() {
        return "";
    }

    /**
     * Returns these laws with a new tool, in the state in which this one was at first: a new object of this class by default, and
     * empty if its constructor has parameters. Calls at once are compared with the same calls one after the other, and both begin in
     * one state. This may be called thousands of times.
     */
    default Optional<ToolLaws> fresh() {
        try {
            Constructor<? extends ToolLaws> made = getClass().getDeclaredConstructor();
            made.setAccessible(true);
            return Optional.of(made.newInstance());
        } catch (ReflectiveOperationException | InaccessibleObjectException cannotBeMade) {
            return Optional.empty();
        }
    }

    /**
     * Returns an action that undoes what the last call that was not refused has changed; empty if that is not possible. A law undoes
     * a call or several in turn, last first, before anything else is changed, and never more than that.
     */
    default Optional<Runnable> undo() {
        return Optional.empty();
    }

    /**
     * Changes the state in another way than the tool does, as the user may between two calls; nothing by default. Hints and
     * undo are checked in states before and after it.
     */
    default void change() {}

    /**
     * Returns a tool that has the same results in the simplest way; none by default. If it keeps something, that is its own,
     * and {@link #change()} changes both.
     */
    default Optional<AiTool> model() {
        return Optional.empty();
    }

    /** Returns how long a cancelled call may take to end: 5 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(5);
    }

    /** Returns the generator of its input schema; use that of {@code sdk-schema} for types that are not simple. */
    default JsonSchemaService schemas() {
        return ToolChecker.of(tool()).schemas();
    }

    /**
     * Returns arguments that fit the tool's schema: any, and, where the tool has examples, members of these among them, with their
     * words in capitals and in small letters, too.
     */
    @Provide("arguments of the tool")
    default Arbitrary<Json> argumentsOfTheTool() {
        Json schema = trial().inputSchema();
        Arbitrary<Json> any = AiArbitraries.instances(schema);
        List<Json> examples = tool().examples();
        return examples.isEmpty()
                ? any
                : Arbitraries.frequencyOf(
                        Tuple.of(3, any),
                        Tuple.of(
                                1,
                                Combinators.combine(any, Arbitraries.of(examples), Arbitraries.integers())
                                        .as((other, example, number) -> {
                                            Json mixed = SchemaArbitraries.mixed(other, example, number);
                                            boolean fits = schemas()
                                                    .fault(schema, mixed)
                                                    .isEmpty();
                                            return fits ? mixed : example;
                                        })));
    }

    /** Checks that the tool answers, or refuses with a sentence for the model. */
    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    default void answers_or_refuses_with_a_sentence(@ForAll("arguments of the tool") Json arguments) {
        trial().answersOrRefuses(arguments);
    }

    /** Checks that the definition of the tool stays, and that its examples are arguments that it takes. */
    @Property(tries = 1, shrinking = ShrinkingMode.OFF)
    default void definition_and_examples_are_right() {
        trial().definitionIsRight();
    }

    /** Checks that the sentence that users approve depends on the arguments alone, and that asking changes nothing. */
    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    default void preview_depends_on_its_arguments(
            @ForAll("arguments of the tool") Json arguments, @ForAll("arguments of the tool") Json other) {
        trial().previewDependsOnItsArguments(arguments, other);
    }

    /** Checks that a refused call has changed nothing. */
    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    default void refused_means_unchanged(@ForAll("arguments of the tool") Json arguments) {
        trial().refusedMeansUnchanged(arguments);
    }

    /** Checks the tool's hints, read-only, idempotent and pure, in the first state and in later ones. */
    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    default void hints_are_true(
            @ForAll("arguments of the tool") Json arguments, @ForAll("arguments of the tool") Json earlier) {
        hints(arguments);
        trial().answersOrRefuses(earlier);
        trial().idempotentBesideAnother(arguments, earlier);
        trial().pureDependsOnItsArguments(arguments, () -> trial().answersOrRefuses(earlier));
        hints(arguments);
        change();
        hints(arguments);
    }

    private void hints(Json arguments) {
        trial().readOnlyChangesNothing(arguments);
        trial().idempotentTwiceIsOnce(arguments);
        trial().pureDependsOnItsArguments(arguments, this::change);
    }

    /** Checks that calls one after the other have the results that those of the {@link #model()} have. */
    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    default void a_tool_is_as_its_model(
            @ForAll("arguments of the tool") Json one, @ForAll("arguments of the tool") Json other) {
        model().ifPresent(model -> {
            List<String> earlier = new ArrayList<>();
            List<Json> calls = new ArrayList<>(List.of(one, other, one));
            SchemaArbitraries.regrouped(one).stream()
                    .filter(each -> schemas().fault(trial().inputSchema(), each).isEmpty())
                    .forEach(calls::add);
            trial().sameAs(model, calls, earlier);
            change();
            earlier.add("a change");
            trial().sameAs(model, List.of(other, one), earlier);
        });
    }

    /** Checks that {@link #undo()} restores the state before the call, in the first state and in later ones. */
    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    default void undo_restores_what_was(
            @ForAll("arguments of the tool") Json arguments, @ForAll("arguments of the tool") Json earlier) {
        undo().ifPresent(undo -> {
            trial().undoesInTurn(List.of(arguments, arguments, earlier, arguments, earlier, earlier), undo);
            for (Json each : List.of(arguments, earlier, arguments)) {
                trial().undoRestores(each, undo);
            }
            change();
            trial().undoesInTurn(List.of(earlier, earlier, arguments, arguments), undo);
            trial().undoRestores(arguments, undo);
        });
    }

    /** Checks that a call has its effects before it returns, and none afterwards. */
    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    default void nothing_happens_later(@ForAll("arguments of the tool") Json arguments) {
        trial().nothingHappensLater(arguments);
    }

    /** Checks that the tool ends with the turn. */
    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    default void cancel_ends_it(@ForAll("arguments of the tool") Json arguments) {
        trial().cancelEndsIt(arguments, patience());
    }

    /** Checks that calls end within the time limit of the tool, have a result of a size that a model reads, and leave no thread. */
    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    default void limits_are_kept(@ForAll("arguments of the tool") Json arguments) {
        trial().limitsAreKept(arguments);
    }

    /**
     * Checks that equal calls of a tool that is pure, or read-only and idempotent, have equal results, until
     * {@link #change()}.
     */
    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    default void results_stay(
            @ForAll("arguments of the tool") Json arguments, @ForAll("arguments of the tool") Json other) {
        trial().resultsStay(arguments, other);
        change();
        trial().resultsStay(other, arguments);
    }

    /** Checks that calls at once, of a tool whose results stay, return what they return alone. */
    @Property(tries = 15, shrinking = ShrinkingMode.OFF)
    default void calls_at_once_do_not_meet(
            @ForAll("arguments of the tool") Json one, @ForAll("arguments of the tool") Json other) {
        trial().callsAtOnceDoNotMeet(one, other);
    }

    /**
     * Checks that calls of a tool that may run beside others have at once the effects that they have one after the other, each
     * time of a {@link #fresh} tool.
     */
    @Property(tries = 5, shrinking = ShrinkingMode.OFF)
    default void calls_at_once_change_as_much(
            @ForAll("arguments of the tool") Json one, @ForAll("arguments of the tool") Json other) {
        if (fresh().isPresent()) {
            trial().callsAtOnceChangeAsMuch(
                            one, other, () -> fresh().orElseThrow().trial());
        }
    }

    /** Checks the same of two calls that {@link #undo()} undoes: they must be as if one came first, also if both want one thing. */
    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    default void calls_at_once_are_as_in_an_order(
            @ForAll("arguments of the tool") Json one, @ForAll("arguments of the tool") Json other) {
        undo().ifPresent(undo -> trial().callsAtOnceAreAsInAnOrder(one, other, undo));
    }

    private ToolChecker trial() {
        return new ToolChecker(tool(), schemas(), this::snapshot);
    }
}
