package dev.plumbline.integration.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.testkit.laws.AiArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** Tests that the test kit and the validator of the SDK read a schema the same way. */
class SchemaInstancesTest {

    @Property(tries = 500)
    @Tag("SH72")
    @Label("Schema: what matches is valid")
    void instances_areValid(@ForAll("matching") Tuple2<Json, Json> pair) {
        assertThat(JsonSchemas.service().check(pair.get1()).isOk()).isTrue();
        assertThat(JsonSchemas.service().validate(pair.get1(), pair.get2()).findings())
                .isEmpty();
    }

    @Property(tries = 500)
    @Tag("SH72")
    @Label("Schema: what violates is not valid")
    void violations_areNotValid(@ForAll("violating") Tuple2<Json, Json> pair) {
        assertThat(JsonSchemas.service().validate(pair.get1(), pair.get2()).isOk())
                .as("%s for %s", pair.get2().text(), pair.get1().text())
                .isFalse();
    }

    @Provide
    Arbitrary<Tuple2<Json, Json>> matching() {
        return AiArbitraries.schemas()
                .flatMap(schema -> AiArbitraries.instances(schema).map(value -> Tuple.of(schema, value)));
    }

    @Provide
    Arbitrary<Tuple2<Json, Json>> violating() {
        return AiArbitraries.schemas()
                .flatMap(schema -> AiArbitraries.violations(schema).map(value -> Tuple.of(schema, value)));
    }
}
