package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import dev.plumbline.schema.SchemaGenerator;
import dev.plumbline.testkit.check.SimpleSchemaGenerator;
import dev.plumbline.testkit.check.ToolChecker;
import dev.plumbline.tool.AiTool;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Laws every tool keeps. Implement {@link #tool()} in a test class, and {@link #snapshot()} when it changes something;
 * jqwik finds the rest. Arguments are made from the tool's own schema. {@link ToolChecker} has the same laws as plain
 * methods.
 */
public interface ToolLaws {

    /** What is tried. */
    AiTool tool();

    /** What of the program it may change, as a value with {@code equals}. */
    default Object snapshot() {
        return "";
    }

    /** Takes back the last call; empty when that is not possible. */
    default Optional<Runnable> undo() {
        return Optional.empty();
    }

    /** Describes its input; the generator of {@code sdk-schema} where types are not plain. */
    default SchemaGenerator schemas() {
        return SimpleSchemaGenerator.PLAIN;
    }

    /** Arguments that fit its schema. */
    @Provide("arguments of the tool")
    default Arbitrary<Json> argumentsOfTheTool() {
        return AiArbitraries.instances(trial().inputSchema());
    }

    /** It answers, or it refuses with a sentence the model can act upon. */
    @Property(tries = 100)
    default void answers_or_refuses_with_a_sentence(@ForAll("arguments of the tool") Json arguments) {
        trial().answersOrRefuses(arguments);
    }

    /** What it refuses, it has not begun. */
    @Property(tries = 100)
    default void refused_means_unchanged(@ForAll("arguments of the tool") Json arguments) {
        trial().refusedMeansUnchanged(arguments);
    }

    /** What it says of itself is true: read-only, idempotent, pure. */
    @Property(tries = 50)
    default void hints_are_true(@ForAll("arguments of the tool") Json arguments) {
        trial().readOnlyChangesNothing(arguments);
        trial().idempotentTwiceIsOnce(arguments);
        trial().pureDependsOnItsArguments(arguments);
    }

    /** With {@link #undo()}, what one call did can be taken back. */
    @Property(tries = 50)
    default void undo_restores_what_was(@ForAll("arguments of the tool") Json arguments) {
        undo().ifPresent(undo -> trial().undoRestores(arguments, undo));
    }

    /** It ends with the turn. */
    @Property(tries = 5)
    default void cancel_ends_it(@ForAll("arguments of the tool") Json arguments) {
        trial().cancelEndsIt(arguments);
    }

    private ToolChecker trial() {
        return new ToolChecker(tool(), schemas(), this::snapshot);
    }
}
