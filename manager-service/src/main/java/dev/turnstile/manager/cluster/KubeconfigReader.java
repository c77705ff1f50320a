package dev.turnstile.manager.cluster;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads a kubeconfig that somebody put into a Secret or a file, and refuses what could harm the manager.
 *
 * <p>Goal: write access to the Secret gives no more than a connection. Constraint: the client would run programs, read
 * files of ours and skip verification if it were told to. So every entry of {@code users} and {@code clusters} is
 * looked at, used or not, in the order of the file, and the first offence is named with its line. What is looked at
 * here has to be what the client reads afterwards: a text in which a key comes twice, or into which a mapping is
 * merged, could be one thing to this class and another to the client, and is refused as a whole.
 */
final class KubeconfigReader {
    private static final List<Offence> OF_USERS = List.of(
            new Offence("tokenFile", "tokenFile is not allowed"),
            new Offence("exec", "exec plugins are not allowed"),
            new Offence("auth-provider", "auth provider plugins are not allowed"),
            new Offence("client-certificate", "a client certificate in a file is not allowed"),
            new Offence("client-key", "a client key in a file is not allowed"));

    private record Offence(String field, String words) {}

    private KubeconfigReader() {}

    static KubeconfigReading read(String text) {
        Node root;
        try {
            root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            return unreadable("line " + line + ": " + inGo(String.valueOf(e.getProblem())));
        } catch (YAMLException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
        if (!(root instanceof MappingNode config)) {
            return unreadable("line 1: a kubeconfig is a mapping");
        }
        return ambiguity(config, Collections.newSetFromMap(new IdentityHashMap<>()))
                .map(KubeconfigReader::unreadable)
                .or(() -> offence(config).map(KubeconfigReading.Refused::insecure))
                .orElseGet(() -> usable(config, text));
    }

    /** The first key that comes twice in its mapping, and the first mapping that is merged into another. */
    private static Optional<String> ambiguity(Node node, Set<Node> seen) {
        // What anchors share is looked at once: nested aliases would be a tree of any size.
        if (!seen.add(node)) {
            return Optional.empty();
        }
        return switch (node) {
            case MappingNode mapping -> ambiguityOfKeys(mapping).or(() -> first(values(mapping), seen));
            case SequenceNode sequence -> first(sequence.getValue(), seen);
            default -> Optional.empty();
        };
    }

    private static Optional<String> first(List<Node> nodes, Set<Node> seen) {
        return nodes.stream().flatMap(node -> ambiguity(node, seen).stream()).findFirst();
    }

    private static List<Node> values(MappingNode mapping) {
        return mapping.getValue().stream().map(NodeTuple::getValueNode).toList();
    }

    private static Optional<String> ambiguityOfKeys(MappingNode mapping) {
        Set<String> keys = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String line = "line " + (tuple.getKeyNode().getStartMark().getLine() + 1) + ": ";
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                return Optional.of(line + "a key that is no text is not allowed");
            }
            if (key.getTag().equals(Tag.MERGE)) {
                return Optional.of(line + "merging mappings (<<) is not allowed; write the fields out");
            }
            if (!keys.add(key.getValue())) {
                return Optional.of(line + "key \"" + key.getValue() + "\" already set in map");
            }
        }
        return Optional.empty();
    }

    private static KubeconfigReading unreadable(String problem) {
        return KubeconfigReading.Refused.insecure("failed to parse kubeconfig(apiconfig): yaml: " + problem);
    }

    /** People know this sentence, and grep for it. */
    private static String inGo(String problem) {
        return problem.startsWith("expected the node content") ? "did not find expected node content" : problem;
    }

    private static Optional<String> offence(MappingNode config) {
        for (Node entry : entries(config, "clusters")) {
            String name = text(entry, "name");
            Node cluster = field(entry, "cluster");
            Node skips = field(cluster, "insecure-skip-tls-verify");
            // YAML has many words for true.
            if (skips != null
                    && !(skips instanceof ScalarNode scalar && scalar.getValue().equalsIgnoreCase("false"))) {
                return Optional.of("insecure TLS verification is not allowed for cluster " + name
                        + at(cluster, "insecure-skip-tls-verify"));
            }
            Node server = field(cluster, "server");
            if (server instanceof ScalarNode scalar && !scalar.getValue().startsWith("https://")) {
                return Optional.of("only https is allowed for cluster " + name + at(cluster, "server"));
            }
            // Every request would pass through that address, whatever it is inside our network.
            if (field(cluster, "proxy-url") != null) {
                return Optional.of("proxy-url is not allowed for cluster " + name + at(cluster, "proxy-url")
                        + "; set a proxy for the whole manager by its JVM's https.proxyHost");
            }
            Node authority = field(cluster, "certificate-authority");
            if (authority != null) {
                return Optional.of("a certificate authority in a file is not allowed for cluster " + name
                        + at(cluster, "certificate-authority"));
            }
        }
        for (Node entry : entries(config, "users")) {
            Node user = field(entry, "user");
            for (Offence offence : OF_USERS) {
                Node found = field(user, offence.field());
                if (found != null) {
                    return Optional.of(offence.words() + at(user, offence.field()));
                }
            }
        }
        return Optional.empty();
    }

    private static String at(@Nullable Node node, String name) {
        NodeTuple tuple = tuple(node, name);
        return tuple == null
                ? ""
                : " (line " + (tuple.getKeyNode().getStartMark().getLine() + 1) + ")";
    }

    private static KubeconfigReading usable(MappingNode config, String text) {
        String context = text(config, "current-context");
        Optional<Node> used = named(config, "contexts", context).map(entry -> field(entry, "context"));
        String cluster = used.map(found -> text(found, "cluster")).orElse("");
        String server = named(config, "clusters", cluster)
                .map(entry -> text(field(entry, "cluster"), "server"))
                .orElse("");
        if (server.isEmpty()) {
            return KubeconfigReading.Refused.missing("current-context \"" + context
                    + "\" of the kubeconfig leads to no cluster with a server; set it to one of its contexts");
        }
        return new KubeconfigReading.Usable(text, server);
    }

    private static Optional<Node> named(MappingNode config, String list, String name) {
        return entries(config, list).stream()
                .filter(entry -> text(entry, "name").equals(name))
                .findFirst();
    }

    private static List<Node> entries(MappingNode config, String list) {
        return field(config, list) instanceof SequenceNode sequence ? new ArrayList<>(sequence.getValue()) : List.of();
    }

    private static String text(@Nullable Node node, String name) {
        return field(node, name) instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private static @Nullable Node field(@Nullable Node node, String name) {
        NodeTuple tuple = tuple(node, name);
        return tuple == null ? null : tuple.getValueNode();
    }

    private static @Nullable NodeTuple tuple(@Nullable Node node, String name) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key
                        && key.getValue().equals(name)) {
                    return tuple;
                }
            }
        }
        return null;
    }
}
