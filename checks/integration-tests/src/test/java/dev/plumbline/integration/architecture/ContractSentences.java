package dev.plumbline.integration.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The normative sentences of contracts: those of their Javadoc with a word that demands or forbids. All others describe.
 *
 * @param wholly contracts that authors implement, as simple names with those around them
 * @param partly types that authors are given; their words are duties of authors only where they address them
 */
record ContractSentences(Set<String> wholly, Set<String> partly) {
    private static final Pattern DEMANDS =
            Pattern.compile("(?i)\\b(must|may not|nothing|never|only|alone|exactly|once|idempotent"
                    + "|thread-safe|at most|at least|cannot|always|blocks|at a time|in order|in call order|newest first|oldest first"
                    + "|natural order|all of them|or none|not at all|without any|should|each|every|same|equal|no effect"
                    + "|no further|no other|does not|not open|pure|unless|until|before|after)\\b");

    /** What the library promises to those whom it calls. */
    private static final Pattern OF_CALLER = Pattern.compile("^(Called|Read once|Hooks are called|After a hook)\\b");

    private static final Pattern ADDRESSES_AUTHORS = Pattern.compile(
            "(?i)\\b(must|never content|may be retried|forwards|asks the model|wait in a policy|one thread at a time"
                    + "|in long loops|refuses all use|0 to 1|no policy changes it|will be sent|they are sent)\\b");

    /** Pages describe more than a Javadoc does, so that fewer words of theirs demand. */
    private static final Pattern FORBIDS = Pattern.compile("\\b(must|may not|never|cannot|withoutSink)\\b");

    /** A sentence ends at a full stop, and a tag of Javadoc begins one. */
    private static final Pattern END = Pattern.compile("(?<=[.])\\s+(?=[A-Z0-9@<{])|(?=@(?:param|return|throws)\\b)");

    /** Returns the normative sentences of each member, by the names of its types and its own. */
    Map<String, Set<String>> in(List<Path> sources) {
        Map<String, Set<String>> found = new TreeMap<>();
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(
                            null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Reader(trees, found).scan(unit, "");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Returns the sentences of a page that demand or forbid, outside its code, tables and headings. */
    static Set<String> inPage(String page) {
        String prose = page.replaceAll("(?ms)^ *```.*?^ *```$", "\n\n")
                .replaceAll("(?m)^(\\||#|<).*$", "\n\n")
                .replaceAll("(?m)^ *[-*] ", "\n\n");
        return Arrays.stream(prose.split("\n\\s*\n"))
                .flatMap(paragraph -> of(paragraph).stream())
                .filter(sentence -> FORBIDS.matcher(sentence).find())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the sentences of a Javadoc, without its markup. */
    static List<String> of(String javadoc) {
        String text = javadoc.replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ");
        return Arrays.stream(END.split(text.strip()))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private boolean isNormative(String type, String sentence) {
        return (wholly.contains(type)
                        && !OF_CALLER.matcher(sentence).find()
                        && DEMANDS.matcher(sentence).find())
                || (partly.contains(type) && ADDRESSES_AUTHORS.matcher(sentence).find());
    }

    /** Walks a file; what it carries along is the name of the type around. */
    private final class Reader extends TreePathScanner<@Nullable Void, String> {
        private final Trees trees;
        private final Map<String, Set<String>> found;

        Reader(Trees trees, Map<String, Set<String>> found) {
            this.trees = trees;
            this.found = found;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String around) {
            String name = type.getSimpleName().toString();
            String whole = around.isEmpty() ? name : around + "." + name;
            read(whole, whole);
            return super.visitClass(type, whole);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, String around) {
            if (!method.getModifiers().getFlags().contains(Modifier.STATIC)) { // which is the library's own
                read(around, around + "." + method.getName());
            }
            return null;
        }

        private void read(String type, String member) {
            String javadoc = trees.getDocComment(getCurrentPath());
            if (javadoc != null) {
                of(javadoc).stream()
                        .filter(sentence -> isNormative(type, sentence))
                        .forEach(sentence -> found.computeIfAbsent(member, unused -> new TreeSet<>())
                                .add(sentence));
            }
        }
    }
}
