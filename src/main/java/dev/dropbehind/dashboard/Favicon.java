package dev.dropbehind.dashboard;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Leads whoever asks for the icon by its customary name to the picture. */
@Controller
final class Favicon {

    @GetMapping("/favicon.ico")
    ResponseEntity<Void> find() {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("/favicon.svg"))
                .build();
    }
}
