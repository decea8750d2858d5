package dev.plumbline;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The one style of the generated values. It stays in the source, and no annotation of the generator is written into the
 * values, because its classes are on nobody's class path and javac would warn wherever a dependent meets them.
 */
@Value.Style(
        visibility = Value.Style.ImplementationVisibility.PACKAGE,
        builderVisibility = Value.Style.BuilderVisibility.PACKAGE,
        jdkOnly = true,
        validationMethod = Value.Style.ValidationMethod.SIMPLE,
        get = "*",
        with = "copy*",
        typeInnerBuilder = "NoInnerBuilder",
        allowedClasspathAnnotations = Override.class,
        fallbackNullableAnnotation = Nullable.class)
@Target(ElementType.PACKAGE)
@Retention(RetentionPolicy.SOURCE)
@interface ImmutablesStyle {}
