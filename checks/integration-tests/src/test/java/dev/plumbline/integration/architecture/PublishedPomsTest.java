package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the poms need, so that a release can be published and the whole tree can be installed. */
class PublishedPomsTest {
    private static final List<String> OF_A_ROOT =
            List.of("<url>", "<licenses>", "<developers>", "<scm", "<connection>");

    /** What makes a module have no jar. */
    private static final Pattern NO_JAR =
            Pattern.compile("<skipIfEmpty>true|<maven\\.jar\\.skip>true|<id>default-jar</id>\\s*<phase>none");

    private static final String UNPUBLISHED = "<maven.deploy.skip>true";

    private static List<Path> poms() throws IOException {
        Path root = CompiledProject.folder();
        try (Stream<Path> modules = Files.walk(root, 3)) {
            return modules.filter(file -> file.endsWith("pom.xml")
                            && !root.relativize(file).toString().contains("target"))
                    .sorted()
                    .toList();
        }
    }

    private static String text(Path pom) throws IOException {
        return Files.readString(pom);
    }

    @Test
    @DisplayName("N10 each published pom has a name and a description, and the roots what Central asks for")
    void n10_publishedPoms_haveTheirMetadata() throws IOException {
        Path root = CompiledProject.folder();
        for (Path pom : poms()) {
            String text = text(pom);
            boolean ofASdk = pom.getParent().getFileName().toString().startsWith("sdk-");
            if (ofASdk && !text.contains(UNPUBLISHED)) {
                assertThat(text).as(pom.toString()).contains("<name>", "<description>");
            }
        }
        assertThat(text(root.resolve("pom.xml"))).contains(OF_A_ROOT);
        assertThat(text(root.resolve("sdk-bom/pom.xml"))).contains(OF_A_ROOT);
    }

    @Test
    @DisplayName("N10 a release has sources, Javadoc and signatures")
    void n10_release_hasSourcesJavadocAndSignatures() throws IOException {
        String pom = text(CompiledProject.folder().resolve("pom.xml"));
        String release = pom.substring(pom.indexOf("<id>release</id>"));
        assertThat(release.substring(0, release.indexOf("</profile>")))
                .contains("maven-source-plugin", "maven-javadoc-plugin", "maven-gpg-plugin");
    }

    @Test
    @DisplayName("N12 each module that is installed has an artifact, or says that it is not installed")
    void n12_installedModules_haveAnArtifact() throws IOException {
        List<Path> poms = poms();
        assertThat(poms).hasSizeGreaterThan(25);
        for (Path pom : poms) {
            String text = text(pom);
            if (NO_JAR.matcher(text).find()) {
                assertThat(text).as(pom.toString()).contains("<maven.install.skip>true");
            }
        }
    }
}
