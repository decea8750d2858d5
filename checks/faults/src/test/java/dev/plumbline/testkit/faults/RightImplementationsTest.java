package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.tool.AiTool;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the laws must not find: implementations like those of the planted faults, without a fault. */
@Tag("slow")
class RightImplementationsTest {
    private static final int SEEDS = Integer.getInteger("plumbline.fault-seeds", 1);

    /** All inputs of all laws take minutes; a run with several seeds has them. */
    private static final int INPUTS = SEEDS == 1 ? 5 : Integer.MAX_VALUE;

    /** The usual build tries one of so many: the laws of our own policies, providers and stores are further ones. */
    private static final int SHARE = SEEDS == 1 ? 3 : 1;

    static Map<String, PlantedFault.LawsOf> right() {
        Map<String, PlantedFault.LawsOf> right = new TreeMap<>();
        right.put("policy", () -> PolicyFaults.laws(() -> (call, next) -> next.proceed(call)));
        right.put(
                "policy that changes answers",
                () -> BlindPolicyFaults.changing(
                        () -> (ResponsePolicy) (ret, call) -> ret.mapText(text -> text.replace("a", "*"))));
        right.put(
                "policy that may repeat",
                () -> PolicyFaults.laws(() -> BlindPolicyFaults.repeating((call, next) -> next.proceed(call))));
        right.put("provider", () -> ProviderFaults.laws(SocketProvider::new));
        right.put("tool", () -> ToolFaults.drawing(ToolFaults::draw, tool -> tool));
        right.put("pure tool", () -> ToolFaults.drawing(ToolFaults::measure, AiTool::withPure));
        right.put("idempotent tool", () -> ToolFaults.drawing(ToolFaults::set, AiTool::withIdempotent));
        right.put("undo", () -> ToolFaults.undoing(plan -> () -> plan.walls.remove(plan.walls.size() - 1)));
        right.put("response store", () -> StoreFaults.responseLaws(StoreFaults.Responses::new));
        right.put("session store", () -> StoreFaults.sessionLaws(StoreFaults.Sessions::new));
        right.put("budget store", () -> StoreFaults.budgetLaws(StoreFaults.Budgets::new));
        right.putAll(NinthPolicyFaults.right());
        right.putAll(TenthFaults.right());
        right.putAll(EleventhFaults.right());
        right.putAll(TwelfthFaults.right());
        right.putAll(ThirteenthFaults.right());
        right.putAll(FourteenthFaults.right());
        right.putAll(FifteenthFaults.right());
        right.putAll(SixteenthFaults.right());
        right.putAll(ToolPolicyFaults.right());
        right.put("executor", () -> ExecutorFaults.laws(ExecutorFaults.InTurn::new));
        return right;
    }

    @Test
    @DisplayName("C9 no law finds a fault in an implementation without one")
    void c9_rightImplementations_passAllLaws() {
        Map<String, PlantedFault.LawsOf> right = right();
        right.keySet().removeIf(name -> Math.floorMod(name.hashCode(), SHARE) != 0);
        assertThat(right).isNotEmpty();
        right.forEach((name, laws) -> {
            for (int seed = 1; seed <= SEEDS; seed++) {
                assertThat(LawRun.all(laws, seed, INPUTS))
                        .as(name + ", seed " + seed)
                        .isEmpty();
            }
        });
    }
}
