package dev.turnstile.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What bytecode does not show: the sources of some folders, parsed, and the rules of the house that they break. Every
 * method returns its violations, one sentence each, so that a test of the rule itself can expect some.
 */
public final class SourceRules {
    private final List<CompilationUnitTree> units = new ArrayList<>();
    private final Trees trees;

    private SourceRules(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            trees = Trees.instance(task);
            task.parse().forEach(units::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All sources of the folders but those that break rules on purpose. */
    public static SourceRules of(Path... folders) {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            files.addAll(sources(folder));
        }
        files.removeIf(file -> file.toString().contains("/rules/violation/"));
        return new SourceRules(files);
    }

    /** All sources of a folder. */
    public static SourceRules ofFolder(Path folder) {
        return new SourceRules(sources(folder));
    }

    private static List<Path> sources(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many files were read. */
    public int files() {
        return units.size();
    }

    /** Files with more lines. */
    public List<String> longFiles(long most) {
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            long lines = lastLine(unit, unit);
            if (lines > most) {
                found.add(name(unit) + " has " + lines + " lines, at most " + most + " are allowed");
            }
        }
        return found;
    }

    /** Methods with more lines, from the signature to the closing brace. */
    public List<String> longMethods(long most) {
        List<String> found = new ArrayList<>();
        eachMethod((unit, owner, method) -> {
            long lines = lastLine(unit, method) - firstLine(unit, method) + 1;
            if (lines > most) {
                found.add(
                        owner + "." + method.getName() + " has " + lines + " lines, at most " + most + " are allowed");
            }
        });
        return found;
    }

    /** Methods, constructors and records with more parameters, as {@code Type.method} or {@code Type}. */
    public Set<String> longSignatures(int most) {
        Set<String> found = new TreeSet<>();
        eachMethod((unit, owner, method) -> {
            if (method.getParameters().size() > most) {
                found.add(method.getReturnType() == null ? owner : owner + "." + method.getName());
            }
        });
        eachType((unit, type) -> {
            if (components(type).size() > most) {
                found.add(type.getSimpleName().toString());
            }
        });
        return found;
    }

    /** Simple names of more than one type, nested and private types included. */
    public List<String> ambiguousNames() {
        Map<String, Set<String>> places = new TreeMap<>();
        eachType((unit, type) -> {
            if (!type.getSimpleName().isEmpty()) {
                places.computeIfAbsent(type.getSimpleName().toString(), _ -> new TreeSet<>())
                        .add(name(unit) + ":" + firstLine(unit, type));
            }
        });
        List<String> found = new ArrayList<>();
        places.forEach((name, at) -> {
            if (at.size() > 1) {
                found.add(name + " is the name of several types: " + at);
            }
        });
        return found;
    }

    /**
     * Calls that pass {@code true} or {@code false} to a method or constructor of ours with several booleans. Within
     * the type itself its constructor is in sight.
     */
    public List<String> unclearBooleans() {
        Map<String, Set<Integer>> positions = new TreeMap<>();
        eachMethod((unit, owner, method) -> remember(
                positions,
                method.getReturnType() == null ? owner : method.getName().toString(),
                method.getParameters()));
        eachType((unit, type) -> remember(positions, type.getSimpleName().toString(), components(type)));
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            new TreeScanner<Void, Void>() {
                private final List<String> within = new ArrayList<>();

                @Override
                public Void visitClass(ClassTree type, Void nothing) {
                    within.add(type.getSimpleName().toString());
                    super.visitClass(type, null);
                    within.removeLast();
                    return null;
                }

                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                    check(call, lastName(call.getMethodSelect()), call.getArguments());
                    return super.visitMethodInvocation(call, null);
                }

                @Override
                public Void visitNewClass(NewClassTree made, Void nothing) {
                    if (!within.contains(lastName(made.getIdentifier()))) {
                        check(made, lastName(made.getIdentifier()), made.getArguments());
                    }
                    return super.visitNewClass(made, null);
                }

                private void check(Tree call, String callee, List<? extends ExpressionTree> arguments) {
                    for (int at : positions.getOrDefault(callee + "/" + arguments.size(), Set.of())) {
                        if (arguments.get(at) instanceof LiteralTree literal
                                && literal.getKind() == Tree.Kind.BOOLEAN_LITERAL) {
                            found.add(name(unit) + ":" + firstLine(unit, call) + " passes " + literal + " to " + callee
                                    + ", which has several booleans");
                        }
                    }
                }
            }.scan(unit, null);
        }
        return found;
    }

    private static void remember(
            Map<String, Set<Integer>> positions, String callee, List<? extends VariableTree> parameters) {
        Set<Integer> booleans = new TreeSet<>();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).getType().toString().equals("boolean")) {
                booleans.add(i);
            }
        }
        if (booleans.size() > 1) {
            positions.put(callee + "/" + parameters.size(), booleans);
        }
    }

    private static String lastName(Tree callee) {
        return switch (callee) {
            case IdentifierTree identifier -> identifier.getName().toString();
            case MemberSelectTree member -> member.getIdentifier().toString();
            default -> "";
        };
    }

    private static List<? extends VariableTree> components(ClassTree type) {
        if (type.getKind() != Tree.Kind.RECORD) {
            return List.of();
        }
        return type.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(field -> !field.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.STATIC))
                .toList();
    }

    private interface MethodVisitor {
        void visit(CompilationUnitTree unit, String owner, MethodTree method);
    }

    private interface TypeVisitor {
        void visit(CompilationUnitTree unit, ClassTree type);
    }

    private void eachType(TypeVisitor visitor) {
        for (CompilationUnitTree unit : units) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitClass(ClassTree type, Void nothing) {
                    visitor.visit(unit, type);
                    return super.visitClass(type, null);
                }
            }.scan(unit, null);
        }
    }

    private void eachMethod(MethodVisitor visitor) {
        eachType((unit, type) -> {
            for (Tree member : type.getMembers()) {
                if (member instanceof MethodTree method) {
                    visitor.visit(unit, type.getSimpleName().toString(), method);
                }
            }
        });
    }

    private long firstLine(CompilationUnitTree unit, Tree tree) {
        return unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
    }

    private long lastLine(CompilationUnitTree unit, Tree tree) {
        return unit.getLineMap().getLineNumber(trees.getSourcePositions().getEndPosition(unit, tree));
    }

    private static String name(CompilationUnitTree unit) {
        String file = unit.getSourceFile().getName();
        return file.substring(file.lastIndexOf('/') + 1);
    }
}
