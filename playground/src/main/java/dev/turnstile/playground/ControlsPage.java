package dev.turnstile.playground;

import java.util.List;
import java.util.stream.Collectors;

/** The page with the buttons, and the story so far. */
final class ControlsPage {
    private static final List<String> SPEEDS = List.of("1", "10", "60");

    private static final String STYLE = """
        <style>
          :root { color-scheme: light dark; }
          body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif;
            background: light-dark(#f5f6f8, #14171c); color: light-dark(#1a1f27, #e6e9ee); }
          a { color: light-dark(#1d4f9e, #8cb8ff); }
          h1 { font-size: 1.5rem; margin: 0; }
          h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
          div { display: flex; flex-wrap: wrap; gap: .4rem; align-items: baseline; margin: .4rem 0; }
          div > b { min-width: 6rem; }
          button { font: inherit; color: inherit; padding: .3rem .9rem; border: 1px solid light-dark(#c9d0d9, #4a5361);
            border-radius: 7px; background: light-dark(#fff, #1c2027); cursor: pointer; }
          button:disabled { opacity: .5; cursor: default; }
          pre { overflow: auto; padding: 1rem; border-radius: 10px; background: light-dark(#fff, #1c2027); font-size: 13px; }
          pre:empty { display: none; }
        </style>
        """;

    private ControlsPage() {}

    static String of(String console, Stage stage, List<String> workers) {
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Turnstile's playground</title>
            <link rel="icon" href="data:,">
            %s
            <h1>Turnstile's playground</h1>
            <p>See what it does in the <a href="%s">console of the fleet</a>.</p>
            <h2>Story</h2>
            <div>%s with orchestrated preemption and without, from an empty fleet</div>
            <div>Containers run %s times as fast as the clock: %s</div>
            <h2>Manager</h2>
            <div>%s %s</div>
            <h2>Workers</h2>
            %s
            <h2>What happened</h2>
            <pre role="log" tabindex="0">%s</pre>
            <script>
              const log = document.querySelector("pre");
              setInterval(async () => {
                const text = await fetch("/told").then((answer) => answer.text(), () => "The playground has ended.");
                if (text !== log.textContent) {
                  log.textContent = text;
                  log.scrollTop = log.scrollHeight;
                }
              }, 1000);
            </script>
            </html>
            """.formatted(
                STYLE.strip(),
                console,
                button("story", stage.isPlaying() ? "The story is being played" : "Play the story"),
                Arguments.words(stage.speed()),
                SPEEDS.stream()
                        .map(speed -> button("speed/" + speed, speed + " times"))
                        .collect(Collectors.joining(" ")),
                button("leader", "End the leader; another one comes"),
                button("manager", stage.managerRuns() ? "End the manager-service" : "Start the manager-service"),
                workers.stream()
                        .map(worker -> "<div><b>" + worker + "</b> "
                                + button(
                                        "partition/" + worker,
                                        stage.isPartitioned(worker) ? "Let it back" : "Cut it off")
                                + " " + button("restart/" + worker, "Restart its worker-service") + "</div>")
                        .collect(Collectors.joining("\n")),
                String.join("\n", stage.told()).replace("&", "&amp;").replace("<", "&lt;"));
    }

    private static String button(String action, String words) {
        return "<form method=\"post\" action=\"/" + action + "\"><button>" + words + "</button></form>";
    }
}
