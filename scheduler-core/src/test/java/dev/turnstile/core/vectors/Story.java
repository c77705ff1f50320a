package dev.turnstile.core.vectors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One recorded story: a world, what happened in it, and where it ended. */
record Story(String name, boolean fairSharing, JsonNode objects, JsonNode steps, JsonNode last) {
    private static final String RESOURCE = "/vectors/scheduler-vectors.jsonl.gz";

    /** Reads the stories of a file, gzipped or not, or our own where none is named. */
    static List<Story> read(@Nullable String file) {
        JsonMapper mapper = JsonMapper.builder().build();
        List<Story> stories = new ArrayList<>();
        try (BufferedReader lines = open(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    JsonNode story = mapper.readTree(line);
                    stories.add(new Story(
                            story.path("name").asString(),
                            story.path("fairSharing").asBoolean(),
                            story.path("objects"),
                            story.path("steps"),
                            story.path("final")));
                }
            }
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot read the stories of " + (file == null ? RESOURCE : file), problem);
        }
        return stories;
    }

    private static BufferedReader open(@Nullable String file) throws IOException {
        InputStream bytes =
                file == null ? Story.class.getResourceAsStream(RESOURCE) : Files.newInputStream(Path.of(file));
        if (bytes == null) {
            throw new IOException("resource " + RESOURCE + " is missing from the test class path");
        }
        boolean zipped = file == null || file.endsWith(".gz");
        return new BufferedReader(
                new InputStreamReader(zipped ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8));
    }
}
