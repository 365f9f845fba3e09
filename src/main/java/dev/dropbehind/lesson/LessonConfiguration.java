package dev.dropbehind.lesson;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Plays the lessons when the service starts; a faulty lesson keeps it from starting. */
@Configuration(proxyBeanMethods = false)
class LessonConfiguration {

    @Bean
    LessonCatalogue lessonCatalogue() {
        return LessonCatalogue.load();
    }
}
