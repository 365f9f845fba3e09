package dev.dropbehind.reference;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.Toggle;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What specs are made of: profiles, toggles, epochs. */
@RestController
@Tag(name = "Reference")
@RequestMapping("/api/v1")
class ReferenceController {

    /** All machine profiles, each with its defaults, its cost model and where every number comes from. */
    @GetMapping("/profiles")
    List<ProfileView> profiles() {
        return views(Profile.values(), ProfileView::of);
    }

    /** All patch toggles that this version simulates, each with what it changes, its source, and what to watch. */
    @GetMapping("/toggles")
    List<ToggleView> toggles() {
        return views(Toggle.values(), ToggleView::of);
    }

    /** All kernel epochs in their order, each with what it brings and the toggles that it switches on. */
    @GetMapping("/epochs")
    List<EpochView> epochs() {
        return views(Epoch.values(), EpochView::of);
    }

    private static <T, V> List<V> views(T[] values, Function<T, V> view) {
        return Arrays.stream(values).map(view).toList();
    }
}
