package dev.plumbline.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** A tree against a plain model of it, over programs of random operations; also on copies that were kept. */
class ConversationTreeLawTest {
    private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

    /** One operation: what, and two numbers that choose where. */
    record Step(int operation, int one, int other) {}

    /** A tree, its model, and how both were before. */
    private static final class Run {
        private ConversationTree tree = ConversationTree.empty();
        private ConversationTreeModel model = new ConversationTreeModel();
        private final List<ConversationTree> trees = new ArrayList<>(List.of(tree));
        private final List<ConversationTreeModel> models = new ArrayList<>(List.of(model.copy()));

        void play(List<Step> steps) {
            for (Step step : steps) {
                play(step);
                trees.add(tree);
                models.add(model.copy());
            }
        }

        private void play(Step step) {
            switch (step.operation) {
                case 0, 1, 2, 3 -> append(branch(step.one), step.other);
                case 4 -> branchAt(entry(step.one), "b" + step.other);
                case 5 -> moveHead(branch(step.one), entry(step.other));
                case 6 -> revise(entry(step.one));
                case 7 -> deleteSubtree(entry(step.one));
                case 8 -> summarize(branch(step.one), step.other);
                default -> back(step.one);
            }
        }

        private String branch(int number) {
            List<String> names = List.copyOf(model.heads.keySet());
            return names.get(number % names.size());
        }

        private String entry(int number) {
            return model.ids().get(number % model.ids().size());
        }

        private ConversationEntry of(String id) {
            return tree.find(new ConversationEntry.Id(id)).orElseThrow();
        }

        private void append(String branch, int kind) {
            ConversationEntry head = tree.head(branch);
            ConversationEntry.Id id = tree.nextId();
            List<Interaction> said = said(id.text(), kind);
            ConversationEntry.Status status =
                    kind % 5 == 4 ? ConversationEntry.Status.CANCELLED : ConversationEntry.Status.COMPLETE;
            tree = tree.append(
                    branch,
                    new ConversationEntry(
                            id, Optional.of(head.id()), said, status, Usage.of(1, 2), AT, Duration.ofMillis(kind)));
            model.add(id.text(), head.id().text(), status == ConversationEntry.Status.COMPLETE ? said : List.of());
            model.heads.put(branch, id.text());
            model.changes++;
        }

        private static List<Interaction> said(String id, int kind) {
            return switch (kind % 3) {
                case 0 -> List.of(Interaction.user("user " + id));
                case 1 -> List.of(new Interaction.Assistant(List.of(new Part.Text("answer " + id))));
                default -> List.of(Interaction.user("a " + id), Interaction.user("b " + id));
            };
        }

        private void branchAt(String id, String name) {
            if (model.heads.containsKey(name)) {
                assertThatIllegalArgumentException().isThrownBy(() -> tree.branchAt(of(id), name));
                return;
            }
            tree = tree.branchAt(of(id), name);
            model.heads.put(name, id);
            model.changes++;
        }

        private void moveHead(String branch, String id) {
            tree = tree.moveHead(branch, of(id));
            model.heads.put(branch, id);
            model.changes++;
        }

        private void revise(String id) {
            List<Interaction> other = List.of(Interaction.user("revised " + id));
            if (id.equals("root")) {
                assertThatIllegalArgumentException().isThrownBy(() -> tree.revise(tree.root(), other));
                return;
            }
            String sibling = tree.nextId().text();
            boolean sent = of(id).isSent();
            tree = tree.revise(of(id), other);
            model.add(sibling, model.parents.get(id), sent ? other : List.of());
            model.changes++;
        }

        private void deleteSubtree(String id) {
            if (id.equals("root")) {
                assertThatIllegalArgumentException().isThrownBy(() -> tree.deleteSubtree(tree.root()));
                return;
            }
            tree = tree.deleteSubtree(of(id));
            model.delete(id);
            model.changes++;
        }

        private void summarize(String branch, int choice) {
            List<ConversationEntry> path = tree.path(branch);
            if (path.isEmpty()) {
                return;
            }
            int from = choice % path.size();
            int to = from + choice % (path.size() - from);
            String parent = path.get(from).parent().orElseThrow().text();
            String summary = tree.nextId().text();
            tree = tree.summarize(branch, path.get(from), path.get(to), "in short");
            boolean sent = path.get(from).isSent();
            model.add(summary, parent, sent ? List.of(new Interaction.Summary("in short")) : List.of());
            List<ConversationEntry> copies =
                    tree.path(branch).subList(from + 1, tree.path(branch).size());
            String above = summary;
            for (int i = 0; i < copies.size(); i++) {
                String id = copies.get(i).id().text();
                model.add(id, above, model.held.get(path.get(to + 1 + i).id().text()));
                above = id;
            }
            model.heads.put(branch, above);
            model.changes++;
        }

        /** Goes on from how it was earlier: a snapshot is the tree itself. */
        private void back(int number) {
            int at = number % trees.size();
            tree = trees.get(at);
            model = models.get(at).copy();
        }
    }

    @Property(tries = 1000)
    @Tag("C51")
    @Tag("B18")
    @Tag("T1")
    @Tag("T2")
    @Tag("T3")
    @Tag("T4")
    @Tag("T5")
    @Tag("T6")
    @Tag("T11")
    @Tag("T13")
    @Label("T1-T6, T11, T13: after every operation the tree is what the model says, and so are all trees before")
    void model(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        for (int i = 0; i < run.trees.size(); i++) {
            assertSame(run.trees.get(i), run.models.get(i));
        }
    }

    private static void assertSame(ConversationTree tree, ConversationTreeModel model) {
        assertThat(tree.revision()).isEqualTo(model.changes);
        assertThat(ids(tree.heads())).isEqualTo(model.heads);
        assertThat(List.copyOf(tree.heads().keySet())).isEqualTo(List.copyOf(model.heads.keySet()));
        for (String id : model.ids()) {
            ConversationEntry entry = tree.find(new ConversationEntry.Id(id)).orElseThrow();
            assertThat(ids(tree.children(entry))).isEqualTo(model.children.get(id));
            assertThat(ids(tree.path(entry))).isEqualTo(model.path(id));
            assertThat(tree.siblings(entry)).contains(entry);
        }
        assertThat(new HashSet<>(ids(tree.leaves())))
                .isEqualTo(model.ids().stream()
                        .filter(id -> model.children.get(id).isEmpty())
                        .collect(Collectors.toSet()));
        model.heads.forEach(
                (branch, head) -> assertThat(tree.interactions(branch)).isEqualTo(model.said(head)));
    }

    private static List<String> ids(List<ConversationEntry> entries) {
        return entries.stream().map(entry -> entry.id().text()).toList();
    }

    private static Map<String, String> ids(Map<String, ConversationEntry> heads) {
        return heads.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, head -> head.getValue().id().text()));
    }

    @Property(tries = 500)
    @Tag("T7")
    @Label("T7: what is appended to one branch changes the path of no other")
    void otherBranches(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        for (String branch : run.tree.heads().keySet()) {
            Run longer = new Run();
            longer.tree = run.tree;
            longer.model = run.model.copy();
            longer.append(branch, 0);
            run.tree.heads().keySet().stream()
                    .filter(other -> !other.equals(branch))
                    .forEach(other -> assertThat(longer.tree.path(other)).isEqualTo(run.tree.path(other)));
        }
    }

    @Property(tries = 500)
    @Tag("T10")
    @Label("T10: what is sent, and its fingerprint, depend on the path alone")
    void pathAlone(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        for (String branch : run.tree.heads().keySet()) {
            List<Interaction> said = run.tree.path(branch).stream()
                    .filter(ConversationEntry::isSent)
                    .flatMap(entry -> entry.interactions().stream())
                    .toList();
            AiBody body = AiBody.builder().addAll(said).build();
            assertThat(body.withInteractions(run.tree.interactions(branch)).fingerprint())
                    .isEqualTo(body.fingerprint());
        }
    }

    @Property(tries = 500)
    @Tag("T12")
    @Label("T12: written and read again, a tree is equal, and goes on alike")
    void roundTrip(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        ConversationTree again =
                ConversationTree.from(Json.parse(run.tree.toJson().text()));
        assertThat(again).isEqualTo(run.tree);
        assertThat(again.nextId()).isEqualTo(run.tree.nextId());
        assertThat(again.toJson()).isEqualTo(run.tree.toJson());
    }

    @Property(tries = 300)
    @Label("planted in one step, a path is the tree that grows entry by entry, and goes on alike")
    void straight(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        ConversationTree grown = ConversationTree.empty();
        List<ConversationEntry> path = new ArrayList<>();
        for (ConversationEntry entry : run.tree.path(ConversationTree.MAIN)) {
            if (entry.isSent()) {
                ConversationEntry next = entry.replaced(
                        entry.id(),
                        Optional.of(grown.head(ConversationTree.MAIN).id()),
                        entry.interactions(),
                        Usage.NONE);
                path.add(next);
                grown = grown.append(ConversationTree.MAIN, next);
            }
        }
        Transcript said = grown.interactions(ConversationTree.MAIN);
        ConversationTree planted = ConversationTree.of(path, said);
        assertThat(planted).isEqualTo(grown);
        assertThat(planted.toJson()).isEqualTo(grown.toJson());
        assertThat(planted.nextId()).isEqualTo(grown.nextId());
        assertThat(planted.path(ConversationTree.MAIN)).isEqualTo(path);
        assertThat(planted.interactions(ConversationTree.MAIN)).isSameAs(said);
        for (ConversationEntry entry : path) {
            assertThat(planted.revise(entry, entry.interactions()))
                    .isEqualTo(grown.revise(entry, entry.interactions()));
        }
    }

    @Property(tries = 100)
    @Label("a path that does not fit together, or does not hold what was said, is no tree")
    void notStraight(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        List<ConversationEntry> path = run.tree.path(ConversationTree.MAIN).stream()
                .filter(ConversationEntry::isSent)
                .toList();
        Transcript said = run.tree.interactions(ConversationTree.MAIN);
        Transcript more = said.append(Interaction.user("And?"));
        assertThatIllegalArgumentException().isThrownBy(() -> ConversationTree.of(path, more));
        if (!path.isEmpty()) {
            List<ConversationEntry> late = path.subList(1, path.size());
            assertThatIllegalArgumentException().isThrownBy(() -> ConversationTree.of(late, said));
            List<ConversationEntry> twice = new ArrayList<>(path);
            twice.add(path.get(0));
            assertThatIllegalArgumentException().isThrownBy(() -> ConversationTree.of(twice, said));
        }
    }

    @Property(tries = 500)
    @Label("the common ancestor is the last entry that two paths share")
    void commonAncestor(@ForAll("programs") List<Step> program) {
        Run run = new Run();
        run.play(program);
        for (ConversationEntry one : run.tree.leaves()) {
            for (ConversationEntry other : run.tree.leaves()) {
                List<ConversationEntry> shared = new ArrayList<>(run.tree.path(one));
                shared.retainAll(Set.copyOf(run.tree.path(other)));
                ConversationEntry expected = shared.isEmpty() ? run.tree.root() : shared.get(shared.size() - 1);
                assertThat(run.tree.commonAncestor(one, other)).isEqualTo(expected);
            }
        }
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.integers().between(0, 1000))
                .as(Step::new)
                .list()
                .ofMaxSize(40);
    }
}
