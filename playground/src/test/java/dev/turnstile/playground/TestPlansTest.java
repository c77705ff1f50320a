package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that {@code docs/test-plans.md} names for the proposals' test plans are there. */
final class TestPlansTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DOCUMENT = ROOT.resolve(Path.of("docs", "test-plans.md"));
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*(?:Test|IT))(?:\\.(\\w+))?`");
    private static final int PROPOSALS = 5;
    private static final String SECOND_TABLE = "# The proposals, sentence by sentence";

    @Test
    void everyTestThatIsNamedIsThere() throws IOException {
        String document = Files.readString(DOCUMENT);
        Map<String, String> sources = sources();

        assertThat(document.lines().filter(line -> line.startsWith("## KEP-"))).hasSize(PROPOSALS);
        List<MatchResult> named = NAMED.matcher(document).results().toList();
        assertThat(named).hasSizeGreaterThan(40);
        for (MatchResult test : named) {
            String source = sources.get(test.group(1));
            assertThat(source).as("source of %s", test.group(1)).isNotNull();
            if (test.group(2) != null) {
                assertThat(source).as(test.group(1)).contains("void " + test.group(2) + "(");
            }
        }
    }

    /** A row of the threat model without a test would be a promise. */
    @Test
    void everyRowOfTheThreatModelHasATestThatIsThere() throws IOException {
        Map<String, String> sources = sources();
        List<String> lines = Files.readAllLines(ROOT.resolve(Path.of("docs", "security.md")));
        List<String> rows =
                lines.subList(lines.indexOf("| who does what | what stops it | proved by |") + 2, lines.size()).stream()
                        .takeWhile(line -> line.startsWith("| "))
                        .toList();

        assertThat(rows).hasSizeGreaterThan(10);
        for (String row : rows) {
            List<String> cells = Pattern.compile(" \\| ?").splitAsStream(row).toList();
            assertThat(cells).as(row).hasSize(3);
            List<MatchResult> tests = NAMED.matcher(cells.getLast()).results().toList();
            assertThat(tests).as(row).isNotEmpty();
            for (MatchResult test : tests) {
                assertThat(sources).as(row).containsKey(test.group(1));
                if (test.group(2) != null) {
                    assertThat(sources.get(test.group(1))).as(row).contains("void " + test.group(2) + "(");
                }
            }
        }
    }

    /** The second table: one row for each sentence, with a test, or a reason why there is none. */
    @Test
    void everySentenceHasAVerdictAndATest() throws IOException {
        List<String> lines = Files.readAllLines(DOCUMENT);
        List<String> sentences = lines.subList(lines.indexOf(SECOND_TABLE), lines.size());

        assertThat(sentences.stream().filter(line -> line.startsWith("### KEP-")))
                .hasSize(PROPOSALS);
        List<String> rows = sentences.stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| sentence |"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(70);
        for (String row : rows) {
            List<String> cells = Pattern.compile(" \\| ?").splitAsStream(row).toList();
            assertThat(cells).as(row).hasSize(3);
            String verdict = cells.get(2);
            if (verdict.startsWith("not applicable: ")) {
                assertThat(cells.get(1)).as(row).isEqualTo("–");
            } else {
                assertThat(verdict).as(row).startsWith("holds");
                assertThat(NAMED.matcher(cells.get(1)).find()).as(row).isTrue();
            }
        }
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path tests : modules.map(module -> module.resolve(Path.of("src", "test", "java")))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(tests)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        String name = file.getFileName().toString();
                        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }
}
