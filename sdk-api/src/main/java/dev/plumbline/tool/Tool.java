package dev.plumbline.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that the model may call. Its name is the tool's name, its parameters are the arguments; a {@link
 * ToolContext} parameter is injected. Its return value becomes the result, its exception the error.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
    /** The description of the tool, for the model. */
    String value();

    /** The name of the tool; the method's by default. */
    String name() default "";

    /** Returns whether it changes nothing ({@code #read-only}). */
    boolean readOnly() default false;

    /** Returns whether it removes or overwrites something ({@code #destructive}). */
    boolean destructive() default false;

    /** Returns whether a repeated call has no further effect ({@code #idempotent}). */
    boolean idempotent() default false;

    /** Returns whether it reaches outside the program ({@code #open-world}). */
    boolean openWorld() default false;

    /** Returns whether its result depends on the arguments alone, so it may be cached ({@code #pure}). */
    boolean pure() default false;

    /** Returns whether it may run beside other tools ({@code #concurrent}); read-only tools always may. */
    boolean concurrent() default false;

    /** Tags of your own, for selectors: categories, for example. */
    String[] tags() default {};

    /** Examples of arguments that a model could send, JSON objects; checked when the tool is registered. */
    String[] examples() default {};

    /** The thread it runs on. */
    ThreadAffinity affinity() default ThreadAffinity.AUTO;

    /**
     * Returns the names of the parameters, or of members inside them, that decide where something goes, what is lost or how
     * much; see {@link AiTool#withDeciding}.
     */
    String[] deciding() default {};

    /** The exclusion group; tools of one group never run at the same time. */
    String exclusive() default "";

    /** The type whose schema its result is checked against; not checked by default. */
    Class<?> output() default void.class;

    /** The time limit in milliseconds; afterwards the caller continues and the context refuses to act. */
    long timeoutMillis() default 30_000;
}
