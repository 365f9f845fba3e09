package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.build.WrapperSandbox.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Maven and which Java {@code mvnw} runs. */
class MvnwTest {

    private static final Path DEFAULT_HOME = Path.of(".m2");

    private WrapperSandbox sandbox;

    @BeforeEach
    void prepareProject(@TempDir Path folder) throws IOException {
        sandbox = new WrapperSandbox(folder);
    }

    @AfterEach
    void stopServer() {
        sandbox.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.8.6", "3.8.10", "3.9.0", "4.0.0-rc-4"})
    void installedMavenThatIsRecentEnoughRuns(String version) throws Exception {
        sandbox.installMaven(version);

        Outcome outcome = sandbox.run("-B", "verify");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.output()).startsWith("installed -B verify");
        assertThat(sandbox.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.8.5", "3.6.3", "2.10.0"})
    void installedMavenThatIsTooOldIsPassedOver(String version) throws Exception {
        sandbox.installMaven(version);

        assertThat(sandbox.run("verify").output()).contains("pinned verify").doesNotContain("installed");
    }

    @Test
    void pinnedReleaseIsDownloadedOnceAndKept() throws Exception {
        assertThat(sandbox.run("verify").output()).contains("downloading", "pinned verify");
        assertThat(sandbox.run("verify").output()).startsWith("pinned verify");

        assertThat(sandbox.requests()).containsExactly("/archive/apache-maven-3.9.11-bin.zip");
        assertThat(sandbox.keptUnder(DEFAULT_HOME))
                .singleElement()
                .satisfies(file -> assertThat(file).hasFileName("mvn"));
    }

    @Test
    void mavenUserHomeIsWhereTheReleaseIsKept(@TempDir Path elsewhere) throws Exception {
        sandbox.set("MAVEN_USER_HOME", elsewhere.toString());

        assertThat(sandbox.run("verify").exitCode()).isZero();

        assertThat(sandbox.keptUnder(elsewhere)).hasSize(1);
        assertThat(sandbox.keptUnder(DEFAULT_HOME)).isEmpty();
    }

    @Test
    void releaseWithAnotherChecksumIsRefusedAndNothingOfItStays() throws Exception {
        sandbox.pin("0".repeat(128));

        Outcome outcome = sandbox.run("verify");

        assertThat(outcome.exitCode()).isNotZero();
        assertThat(outcome.output()).contains("wrong checksum").doesNotContain("pinned verify");
        assertThat(sandbox.keptUnder(DEFAULT_HOME)).isEmpty();
    }

    @Test
    void mvnwRepourlReplacesTheArchiveByARepository() throws Exception {
        sandbox.set("MVNW_REPOURL", sandbox.url() + "/maven2/");

        assertThat(sandbox.run("verify").output()).contains("pinned verify");

        assertThat(sandbox.requests())
                .containsExactly("/maven2/org/apache/maven/apache-maven/3.9.11/apache-maven-3.9.11-bin.zip");
    }

    @Test
    void downloadThatFailsSaysWhatToDo() throws Exception {
        sandbox.close();

        Outcome outcome = sandbox.run("verify");

        assertThat(outcome.exitCode()).isNotZero();
        assertThat(outcome.output())
                .contains("cannot download http://", "MVNW_REPOURL", "install Maven of at least 3.8.6");
    }

    @Test
    void exitCodeOfMavenIsTheExitCodeOfTheWrapper() throws Exception {
        sandbox.command("mvn", "#!/bin/sh\n[ \"$1\" = -v ] && echo Apache Maven 3.9.9 && exit\nexit 3\n");

        assertThat(sandbox.run("verify").exitCode()).isEqualTo(3);
    }

    @Test
    void javaHomeThatIsSetIsKept() throws Exception {
        sandbox.installMaven("3.9.9");
        sandbox.installJdk("25.0.1");
        sandbox.set("JAVA_HOME", "/somewhere/jdk-17");

        assertThat(sandbox.run("verify").output()).contains("java=/somewhere/jdk-17");
    }

    @Test
    void mavenRunsOnAnInstalledJdk25WhereTheDefaultJavaIsOlder() throws Exception {
        sandbox.installMaven("3.9.9");
        sandbox.unset("JAVA_HOME");
        sandbox.command("java", "#!/bin/sh\necho 'openjdk version \"17.0.15\" 2025-04-15' >&2\n");
        sandbox.installJdk("21.0.2");
        Path jdk = sandbox.installJdk("25.0.1");

        assertThat(sandbox.run("verify").output()).contains("java=" + jdk);
    }

    @Test
    void defaultJavaThatIsRecentEnoughIsLeftToMaven() throws Exception {
        sandbox.installMaven("3.9.9");
        sandbox.unset("JAVA_HOME");
        sandbox.command("java", "#!/bin/sh\necho 'openjdk version \"25.0.1\" 2025-10-21' >&2\n");
        sandbox.installJdk("26");

        assertThat(sandbox.run("verify").output()).endsWith("java=\n");
    }
}
