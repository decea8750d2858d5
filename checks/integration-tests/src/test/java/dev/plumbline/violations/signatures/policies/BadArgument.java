package dev.plumbline.violations.signatures.policies;

import com.google.re2j.Pattern;
import java.util.List;

/** Shows it inside a type argument of a parameter. */
public final class BadArgument {
    public void keep(List<? extends Pattern> patterns) {}
}
