package dev.turnstile.manager.console;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The console's pages, and what fills them. */
@Controller
final class ConsoleController {

    private static final String PAGE = "forward:/console/index.html";

    private final ConsoleSource source;
    private final ConsoleStreams streams;

    ConsoleController(ConsoleSource source, ConsoleStreams streams) {
        this.source = source;
        this.streams = streams;
    }

    @GetMapping("/")
    String start() {
        return "redirect:/console/fleet";
    }

    // One page for all: which part of it is shown, its script reads from the path, so that each has a link to share.
    @GetMapping({"/console", "/console/fleet", "/console/orchestration", "/console/queues"})
    String page() {
        return PAGE;
    }

    @GetMapping("/console/workloads/{namespace}/{name}")
    String workloadPage(@PathVariable String namespace, @PathVariable String name) {
        return PAGE;
    }

    @GetMapping(path = "/console/api/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return streams.open()
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.SERVICE_UNAVAILABLE, ConsoleStreams.MOST + " pages are open already; close one"));
    }

    @GetMapping(path = "/console/api/workloads/{namespace}/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseBody
    WorkloadView workload(@PathVariable String namespace, @PathVariable String name) {
        return source.workload(namespace, name)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "no workload " + namespace + "/" + name + " here"));
    }
}
