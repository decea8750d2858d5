package dev.plumbline.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method the model may call. Its name is the tool's name, its parameters are the arguments; a {@link ToolContext}
 * parameter is injected. What it returns becomes the result, what it throws the error.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
    /** The description of the tool, for the model. */
    String value();

    /** Its name; the method's unless given. */
    String name() default "";

    /** It changes nothing ({@code #read-only}). */
    boolean readOnly() default false;

    /** It takes something away ({@code #destructive}). */
    boolean destructive() default false;

    /** Twice is as good as once ({@code #idempotent}). */
    boolean idempotent() default false;

    /** It reaches outside the program ({@code #open-world}). */
    boolean openWorld() default false;

    /** Its result depends on the arguments alone, so it may be remembered ({@code #pure}). */
    boolean pure() default false;

    /** It may run beside other tools ({@code #concurrent}); those that change nothing always may. */
    boolean concurrent() default false;

    /** Tags of your own, for selectors: categories, for example. */
    String[] tags() default {};

    /** Arguments as a model could write them, JSON objects; checked when the tool is registered. */
    String[] examples() default {};

    /** The thread it runs on. */
    ThreadAffinity affinity() default ThreadAffinity.AUTO;

    /** Tools with the same word never run at the same time. */
    String exclusive() default "";

    /** The type whose schema its result is checked against; not checked unless given. */
    Class<?> output() default void.class;

    /** Its running time in milliseconds; afterwards the caller is free and the context refuses further use. */
    long timeoutMillis() default 30_000;
}
