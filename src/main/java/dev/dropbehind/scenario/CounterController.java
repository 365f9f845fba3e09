package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.procfs.MetricFiles;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Every measured value with what it means. */
@RestController
@Tag(name = "Reference")
class CounterController {

    private static final List<CounterView> ALL =
            Arrays.stream(Metric.values()).map(CounterView::of).toList();

    /**
     * A measured value.
     *
     * @param id name in samples, summaries and CSV
     * @param unit its unit
     * @param kind how seconds sum up: {@code rate} by average, {@code state} by the last, {@code events} by sum,
     *     {@code latency} by percentile
     * @param kernelName the kernel's own name, or null where the kernel has none
     * @param kernelFile the kernel file where it can be read, or null where there is none
     * @param explanation what it is
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

    /** Every value of a sample with its unit, the kernel's name for it, and what it means. */
    @GetMapping("/api/v1/counters")
    List<CounterView> all() {
        return ALL;
    }
}
