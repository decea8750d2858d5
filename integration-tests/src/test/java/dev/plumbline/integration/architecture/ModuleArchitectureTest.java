package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which module sees which, and that the rules see every module. */
class ModuleArchitectureTest {
    /** How many classes the rules must at least have seen, package-info included; one for a module without a line. */
    private static final Map<String, Long> FEWEST = Map.ofEntries(
            Map.entry("sdk-api", 200L),
            Map.entry("sdk-cli", 3L),
            Map.entry("sdk-extensions", 10L),
            Map.entry("sdk-http", 20L),
            Map.entry("sdk-json", 40L),
            Map.entry("sdk-mcp", 30L),
            Map.entry("sdk-mcp-client", 30L),
            Map.entry("sdk-plugins", 8L),
            Map.entry("sdk-policies", 20L),
            Map.entry("sdk-providers", 20L),
            Map.entry("sdk-redaction", 20L),
            Map.entry("sdk-runtime", 10L),
            Map.entry("sdk-sandbox", 20L),
            Map.entry("sdk-schema", 20L),
            Map.entry("sdk-session", 30L),
            Map.entry("sdk-keyring", 2L),
            Map.entry("sdk-store-redis", 20L),
            Map.entry("sdk-store-postgresql", 15L),
            Map.entry("sdk-testkit", 30L),
            Map.entry("sdk-tools", 8L),
            Map.entry("sdk-views", 8L),
            Map.entry("sdk-web", 20L));

    @Test
    void packages_haveNoCycle() {
        CompiledProject.keeps(ModuleRules::noCycles);
    }

    @Test
    void packages_plantedCycle_isCaught() {
        CompiledProject.catches("cycles", ModuleRules::noCycles);
    }

    @Test
    @DisplayName("A8 JSON is a module of its own")
    void a8_json_isAModuleOfItsOwn() {
        assertThat(CompiledProject.classes())
                .allSatisfy(c -> assertThat(CompiledProject.isFrom("sdk-json", c))
                        .as(c.getName())
                        .isEqualTo(ArchConditions.topPackage(CompiledProject.ROOT, c)
                                .equals("json")));
    }

    @Test
    @Tag("C7")
    @Tag("FA8")
    void apiPackages_seeOnlyThoseBelow() {
        CompiledProject.keeps(ModuleRules::order);
    }

    @Test
    void apiPackages_plantedLookUp_isCaught() {
        CompiledProject.catches("apipackages", ModuleRules::order);
    }

    @Test
    @Tag("SH1")
    @Tag("SH2")
    @Tag("SH10")
    @Tag("SH75")
    @Tag("C7")
    @Tag("C124")
    @Tag("H46")
    @Tag("D1")
    void modules_seeTheApiAlone() {
        CompiledProject.keeps(ModuleRules::star);
    }

    @Test
    void modules_plantedNeighbour_isCaught() {
        CompiledProject.catches("modules", ModuleRules::star);
    }

    @Test
    void rules_seeEveryModule() {
        assertThat(CompiledProject.count())
                .containsOnlyKeys(CompiledProject.MODULES)
                .allSatisfy((module, count) ->
                        assertThat(count).as(module).isGreaterThanOrEqualTo(FEWEST.getOrDefault(module, 1L)));
    }

    @Test
    void rules_knowEveryModuleOfTheBuild() throws IOException {
        String build = Files.readString(CompiledProject.folder().resolve("pom.xml"));
        List<String> modules = Pattern.compile("<module>(sdk-[\\w-]+)</module>")
                .matcher(build)
                .results()
                .map(m -> m.group(1))
                .filter(module -> !module.equals("sdk-bom"))
                .toList();
        assertThat(CompiledProject.MODULES).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void rules_knowEveryPackage() {
        assertThat(CompiledProject.classes().stream()
                        .map(c -> ArchConditions.topPackage(CompiledProject.ROOT, c))
                        .distinct())
                .as("every package is in ModuleRules")
                .isSubsetOf(ModuleRules.planned());
    }

    @Test
    void rules_neverCountPlantedCode() {
        assertThat(CompiledProject.classes().stream()
                        .filter(c -> c.getPackageName().contains(".violations")))
                .isEmpty();
    }
}
