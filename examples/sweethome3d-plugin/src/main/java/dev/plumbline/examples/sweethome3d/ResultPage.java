package dev.plumbline.examples.sweethome3d;

import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a long list. The total is always exact, so the model knows what it has not seen.
 *
 * @param total of all pages
 * @param page counted from 1
 * @param next the page after this one, if there is one
 */
record ResultPage(int total, int page, Optional<Integer> next, List<?> items) {
    static final int LENGTH = 50;

    static <T> ResultPage of(List<T> all, int page, Function<T, Object> fact) {
        int pages = Math.max(1, (all.size() + LENGTH - 1) / LENGTH);
        if (page < 1 || page > pages) {
            throw new ToolException("There are the pages 1 to " + pages + ".");
        }
        List<Object> items =
                all.stream().skip((page - 1L) * LENGTH).limit(LENGTH).map(fact).toList();
        return new ResultPage(all.size(), page, Optional.of(page + 1).filter(next -> next <= pages), items);
    }
}
