package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiDelta;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A test without jqwik on its class path calls laws with inputs of its own. */
class LawsWithoutJqwikTest {
    @Test
    void laws_areMethods() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.contains("jqwik")) {
                path.add(Path.of(entry).toUri().toURL());
            }
        }
        try (URLClassLoader without =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> without.loadClass(Property.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
            Object answer = without.loadClass(Caller.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            assertThat(answer).hasToString("kept");
        }
    }

    /** What such a test calls. */
    public static final class Caller {
        @Override
        public String toString() {
            HookLaws hook = () -> new Hook() {};
            hook.reasons_hold_no_content("so");
            PolicyLaws policy = () -> ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line));
            policy.stored_body_is_untouched(List.of(new AiDelta.Text("A wall.")));
            return "kept";
        }
    }
}
