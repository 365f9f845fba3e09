package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.procfs.MetricFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Every measured value with what it means. */
@RestController
class CounterController {

    private static final List<CounterView> ALL =
            Arrays.stream(Metric.values()).map(CounterView::of).toList();

    /**
     * A measured value; the kernel's own name and the kernel file where it can be read are null where there is none.
     */
    record CounterView(
            String id,
            String unit,
            String kind,
            @Nullable String kernelName,
            @Nullable String kernelFile,
            String explanation) {

        static CounterView of(Metric metric) {
            return new CounterView(
                    metric.id(),
                    metric.unit(),
                    metric.kind().name().toLowerCase(Locale.ROOT),
                    metric.kernelName().orElse(null),
                    MetricFiles.of(metric).orElse(null),
                    metric.explanation());
        }
    }

    @GetMapping("/api/v1/counters")
    List<CounterView> all() {
        return ALL;
    }
}
