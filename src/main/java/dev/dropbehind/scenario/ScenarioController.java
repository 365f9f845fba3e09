package dev.dropbehind.scenario;

import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The catalogue over HTTP. */
@RestController
@Tag(name = "Reference")
@RequestMapping("/api/v1/scenarios")
class ScenarioController {

    private final ScenarioCatalogue catalogue;

    ScenarioController(ScenarioCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The catalogue: every scenario with its variants and published figures. */
    @GetMapping
    List<ScenarioView> all() {
        return catalogue.all().stream().map(ScenarioView::of).toList();
    }

    /**
     * One scenario.
     *
     * @param id name of the scenario
     */
    @GetMapping("/{id}")
    ScenarioView one(@PathVariable String id) {
        return catalogue
                .find(id)
                .map(ScenarioView::of)
                .orElseThrow(() -> new ScenarioNotFoundException(id, catalogue.ids()));
    }
}
