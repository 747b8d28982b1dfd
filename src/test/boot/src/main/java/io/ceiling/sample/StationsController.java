package io.ceiling.sample;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers each request when it has passed a chain of stations. */
@RestController
class StationsController {

    private final Stations stations;

    StationsController(@Value("${stations:wait:0}") String chain) throws Exception {
        stations = new Stations(chain);
    }

    @GetMapping("/chain")
    ResponseEntity<String> answer() throws Exception {
        return ResponseEntity.status(stations.pass()).body("passed");
    }
}
