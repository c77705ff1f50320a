package dev.turnstile.worker.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

class WorkloadsTest {
    private static AdmissionConstraints constraints(String annotations, String spec) {
        ObjectNode object = KubernetesJson.tree(new Yaml()
                .<Object>load("{metadata: {name: w, namespace: team, annotations: {" + annotations
                        + "}}, spec: {podSets: [], " + spec + "}}"));
        return Workloads.constraints(KubernetesJson.read(object, Workload.class));
    }

    /**
     * Whoever is told nothing may do both; only {@code "true"} counts, and of annotation and field the stricter one.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''                                            | ''                                                            | false | false
        kueue.x-k8s.io/cannot-preempt: 'true'         | ''                                                            | true  | false
        kueue.x-k8s.io/cannot-borrow: 'true'          | ''                                                            | false | true
        kueue.x-k8s.io/cannot-preempt: 'True'         | ''                                                            | false | false
        kueue.x-k8s.io/cannot-preempt: 'yes'          | ''                                                            | false | false
        kueue.x-k8s.io/cannot-preempt: ' true'        | ''                                                            | false | false
        kueue.x-k8s.io/cannot-borrow: '1'             | ''                                                            | false | false
        kueue.x-k8s.io/cannot-borrow: ''              | ''                                                            | false | false
        ''                                            | admissionConstraints: {preemption: Never}                     | true  | false
        ''                                            | admissionConstraints: {borrowing: Never}                      | false | true
        ''                                            | admissionConstraints: {preemption: Never, borrowing: Never}   | true  | true
        kueue.x-k8s.io/cannot-preempt: 'true'         | admissionConstraints: {borrowing: Never}                      | true  | true
        kueue.x-k8s.io/cannot-preempt: 'false'        | admissionConstraints: {preemption: Never}                     | true  | false
        """, quoteCharacter = '"')
    void constraintsComeFromAnnotationsAndField(String annotations, String spec, boolean preempt, boolean borrow) {
        assertThat(constraints(annotations.equals("''") ? "" : annotations, spec.equals("''") ? "" : spec))
                .isEqualTo(new AdmissionConstraints(preempt, borrow));
    }
}
