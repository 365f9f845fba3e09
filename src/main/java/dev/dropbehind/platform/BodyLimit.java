package dev.dropbehind.platform;

import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reads no body that is larger than it may be, whether its length is announced or not. */
@Configuration(proxyBeanMethods = false)
class BodyLimit {

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    CodecCustomizer bodiesAreLimited(ApiProperties limits) {
        int bytes = Math.toIntExact(limits.bodyLimit().toBytes());
        return codecs -> codecs.defaultCodecs().maxInMemorySize(bytes);
    }
}
