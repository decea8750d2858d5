package dev.plumbline.planted.signatures.policies;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.List;

/** Shows it inside a type argument of a parameter. */
public final class BadArgument {
    public void keep(List<? extends Cache<String, String>> caches) {}
}
