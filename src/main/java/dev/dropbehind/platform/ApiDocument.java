package dev.dropbehind.platform;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.run.RunProperties;
import dev.dropbehind.scenario.ScenarioCatalogue;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.ParameterCustomizer;
import org.springdoc.core.providers.SpringDocJavadocProvider;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.JsonNode;

/**
 * The OpenAPI document: made from the controllers, their records and the javadoc of both, when it is first asked for.
 * Here it gets what no single controller knows.
 */
@Configuration(proxyBeanMethods = false)
class ApiDocument {

    private static final String CONVENTIONS = """
            A page-cache laboratory. Sizes are bytes, or texts with fio's units: `"64k"` is 65536, `"24GiB"`. Times are
            texts with a unit, `"250ms"`, or nanoseconds where the name ends in `Nanos`. Unknown fields are refused by
            name. Errors are problem details (RFC 9457) with a stable `type`; bad input names every fault at once.
            """;

    static {
        SpringDocUtils.getConfig().replaceWithClass(JsonNode.class, Object.class);
    }

    @Bean
    SpringDocJavadocProvider javadocAsMarkdown() {
        return new JavadocWords();
    }

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Dropbehind")
                        .version(Simulation.ENGINE_VERSION)
                        .description(CONVENTIONS))
                .servers(List.of(new Server().url("/").description("this service")));
    }

    /** A map takes the whole query to find parameters that nobody knows; the known ones are named beside it. */
    @Bean
    ParameterCustomizer withoutTheWholeQuery() {
        return (described, parameter) -> Map.class.isAssignableFrom(parameter.getParameterType()) ? null : described;
    }

    @Bean
    @Order(1)
    OpenApiCustomizer problemsAreDescribed() {
        return new ProblemResponses();
    }

    @Bean
    @Order(2)
    OpenApiCustomizer requestsHaveExamples(ScenarioCatalogue catalogue, RunProperties limits) {
        return new RequestExamples(catalogue, limits);
    }
}
