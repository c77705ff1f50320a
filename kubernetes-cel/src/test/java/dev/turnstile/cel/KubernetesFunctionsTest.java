package dev.turnstile.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesFunctionsTest {

    private final CelEnvironment environment = new CelEnvironment(Map.of(), null);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quantity('1500m') == quantity('1.5')",
                "quantity('1Gi').isGreaterThan(quantity('1G'))",
                "quantity('2').add(quantity('500m')).compareTo(quantity('2500m')) == 0",
                "quantity('2').sub(1).asInteger() == 1",
                "quantity('1e3').asApproximateFloat() == 1000.0",
                "isQuantity('1.5Ki') && !isQuantity('lots')",
                "ip('10.1.2.3').family() == 4 && ip('::1').isLoopback()",
                "!isIP('10.1.2') && !isIP('::ffff:1.2.3.4')",
                "ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1')",
                "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.1.2.3'))",
                "cidr('10.0.0.0/8').containsCIDR('10.5.0.0/16') && cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')",
                "url('https://example.com:80/a?x=1').getHostname() == 'example.com'",
                "url('https://example.com:80/a?x=1').getQuery() == {'x': ['1']}",
                "isURL('/path') && !isURL('no url')",
                "'abc 123'.find('[0-9]+') == '123' && 'a1b2'.findAll('[0-9]') == ['1', '2']",
                "[1, 2, 3].isSorted() && [1, 2].sum() == 3 && [3, 1].min() == 1 && ['a', 'b'].max() == 'b'",
                "['a', 'b', 'a'].indexOf('a') == 0 && ['a', 'b', 'a'].lastIndexOf('a') == 2",
                "!format.dns1123Label().validate('my-name').hasValue()",
                "format.dns1123Label().validate('My_Name').hasValue()",
                "format.named('uuid').hasValue() && !format.named('nothing').hasValue()",
                "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0-rc.1').isLessThan(semver('1.0.0'))",
                "isSemver('v1.2', true) && !isSemver('v1.2')",
                "'%s is %d of %.1f'.format(['a', 3, 2.25]) == 'a is 3 of 2.2'",
                "['a', 'b'].join('-') == 'a-b' && 'a,b'.split(',') == ['a', 'b']",
                "sets.contains([1, 2], [1]) && optional.of(1).hasValue()",
                "{'a': 1}.all(k, v, k == 'a' && v == 1)"
            })
    void knowsWhatKubeApiserverKnows(String expression) throws Exception {
        assertThat(environment.compile(expression).evaluate(Map.of())).isEqualTo(true);
    }

    @Test
    void namesWhatDoesNotCompile() {
        assertThatThrownBy(() -> environment.compile("'a' + 1 == 2"))
                .isInstanceOf(CelCompileException.class)
                .hasMessageStartingWith(
                        "ERROR: <input>:1:5: found no matching overload for '_+_' applied to '(string, int)'");
    }

    @Test
    void namesWhatHasNoValue() throws Exception {
        CelExpression division = environment.compile("1 / (2 - 2) == 1");

        assertThatThrownBy(() -> division.evaluate(Map.of())).hasMessage("division by zero");
    }
}
