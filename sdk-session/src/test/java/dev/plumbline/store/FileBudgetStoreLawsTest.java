package dev.plumbline.store;

import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

class FileBudgetStoreLawsTest implements BudgetStoreLaws {
    private final VirtualClock clock = VirtualClock.create();
    private Path folder = Path.of("");

    @BeforeTry
    void create() throws IOException {
        folder = Files.createTempDirectory("budgets");
    }

    @AfterTry
    void remove() throws IOException {
        for (String name : new String[] {"budgets.json", "budgets.json.lock", "budgets.json.new"}) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.deleteIfExists(folder);
    }

    @Override
    public BudgetStore store() {
        return FileBudgetStore.of(folder.resolve("budgets.json"), clock);
    }

    @Override
    public BudgetStore another(BudgetStore first) {
        return store();
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }
}
