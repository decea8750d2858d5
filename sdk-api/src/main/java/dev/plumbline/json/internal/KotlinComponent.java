package dev.plumbline.json.internal;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;

/**
 * A component of a data class of Kotlin, or a parameter of a function; see {@link KotlinTypes}. Immutable.
 *
 * @param name the name in the source
 * @param type the Java type; that of {@code Int?} is {@code Integer}
 * @param nullable whether its type ends with {@code ?}, so that null and a missing member are values
 * @param optional whether a member of that name may be missing: it is nullable, or a component has a default value
 * @param annotations the annotations of the parameter; unmodifiable
 */
public record KotlinComponent(
        String name, Type type, boolean nullable, boolean optional, List<Annotation> annotations) {
    /** Creates a component. */
    public KotlinComponent {
        annotations = List.copyOf(annotations);
    }
}
