package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Task;
import java.util.ArrayList;
import java.util.List;

/** The plugs of all tasks: as many as tasks hold something back at the same time. */
final class Plugs {

    private final RequestTable requests;
    private final List<Plug> plugs = new ArrayList<>();

    Plugs(RequestTable requests) {
        this.requests = requests;
    }

    /** Returns what a task holds back, or an empty plug where it holds nothing. */
    Plug of(Task task) {
        int free = plugs.size();
        for (int i = 0; i < plugs.size(); i++) {
            Plug plug = plugs.get(i);
            if (plug.isEmpty()) {
                free = i;
            } else if (plug.owner() == task) {
                return plug;
            }
        }
        if (free == plugs.size()) {
            plugs.add(new Plug(requests, task));
        }
        Plug plug = plugs.get(free);
        plug.giveTo(task);
        return plug;
    }

    /** Returns how many requests all of them hold. */
    int heldRequests() {
        int held = 0;
        for (int i = 0; i < plugs.size(); i++) {
            held += plugs.get(i).length();
        }
        return held;
    }
}
