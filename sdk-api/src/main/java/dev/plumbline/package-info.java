/**
 * The root of the words; it holds no type. It carries the one style of the generated values, which every package below
 * shares. What a value is lives in the packages below.
 */
@NullMarked
@Value.Style(
        visibility = Value.Style.ImplementationVisibility.PACKAGE,
        builderVisibility = Value.Style.BuilderVisibility.PACKAGE,
        jdkOnly = true,
        validationMethod = Value.Style.ValidationMethod.SIMPLE,
        get = "*",
        with = "copy*",
        typeInnerBuilder = "NoInnerBuilder",
        allowedClasspathAnnotations = Override.class, // none: dependents could not read them
        fallbackNullableAnnotation = Nullable.class)
package dev.plumbline;

import org.immutables.value.Value;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
