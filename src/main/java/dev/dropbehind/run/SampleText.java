package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.Numbers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Writes many samples as JSON, NDJSON or CSV, a piece at a time. */
final class SampleText {

    /** The forms there are; the first is the default. */
    static final List<MediaType> FORMS = List.of(MediaType.APPLICATION_JSON, MediaChoice.NDJSON, MediaChoice.CSV);

    private static final int PIECE = 128;
    private static final Metric[] METRICS = Metric.values();

    private final SampleEncoder encoder;

    SampleText(JsonMapper json) {
        encoder = new SampleEncoder(json);
    }

    /** Returns the samples in one of the forms. */
    Flux<byte[]> write(List<RunSample> samples, MediaType form) {
        Form how = formOf(form);
        int pieces = Math.ceilDiv(samples.size(), PIECE);
        return Flux.concat(
                Flux.just(utf8(how.head())),
                Flux.range(0, pieces).map(piece -> how.write(samples, piece * PIECE)),
                samples.isEmpty() && form.equals(MediaChoice.NDJSON) ? Flux.empty() : Flux.just(utf8(how.tail())));
    }

    private Form formOf(MediaType form) {
        if (form.equals(MediaChoice.CSV)) {
            return new Form(csvHeader(), "", SampleText::csvLine, "");
        }
        return form.equals(MediaChoice.NDJSON)
                ? new Form("", "\n", encoder::encode, "\n")
                : new Form("[", ",", encoder::encode, "]");
    }

    /** What is written before, between and after samples, and how one is written. */
    private record Form(String head, String separator, Function<RunSample, byte[]> sample, String tail) {

        byte[] write(List<RunSample> samples, int from) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int i = from; i < Math.min(samples.size(), from + PIECE); i++) {
                out.writeBytes(i == 0 ? new byte[0] : utf8(separator));
                out.writeBytes(sample.apply(samples.get(i)));
            }
            return out.toByteArray();
        }
    }

    private static String csvHeader() {
        return Arrays.stream(METRICS).map(Metric::id).collect(Collectors.joining(",", "variant,second,", "\n"));
    }

    private static byte[] csvLine(RunSample sample) {
        String start = sample.variant() + "," + sample.sample().second() + ",";
        return utf8(Arrays.stream(METRICS)
                .map(metric -> Numbers.plain(sample.sample().value(metric)).toPlainString())
                .collect(Collectors.joining(",", start, "\n")));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
