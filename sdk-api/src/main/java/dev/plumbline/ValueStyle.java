package dev.plumbline;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The one style of the generated values. It stays in the source, so that no class file names an annotation that
 * dependents do not have.
 */
@Target(ElementType.PACKAGE)
@Retention(RetentionPolicy.SOURCE)
@Value.Style(
        visibility = Value.Style.ImplementationVisibility.PACKAGE,
        builderVisibility = Value.Style.BuilderVisibility.PACKAGE,
        jdkOnly = true,
        validationMethod = Value.Style.ValidationMethod.SIMPLE,
        get = "*",
        with = "copy*",
        typeInnerBuilder = "NoInnerBuilder",
        fallbackNullableAnnotation = Nullable.class)
@interface ValueStyle {}
