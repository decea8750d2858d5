package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;

class TypedKeyTest {
    private static final Pattern FORM = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)+");

    @Property
    void name_isOwnerDotName(
            @ForAll @Chars({'a', 'z', '0', '9', '_', '-', '.', '.', 'A', '/', '\u00e9'}) @StringLength(max = 7)
                    String name) {
        if (FORM.matcher(name).matches()) {
            assertThat(TypedKey.of(name, String.class).name()).isEqualTo(name);
        } else {
            assertThatThrownBy(() -> TypedKey.of(name, String.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("owner, dot, name in lower case");
        }
    }
}
