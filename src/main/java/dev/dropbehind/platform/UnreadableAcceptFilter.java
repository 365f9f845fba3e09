package dev.dropbehind.platform;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Disregards an Accept header that is none, as HTTP allows: otherwise not even the answer that refuses it could be
 * written.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class UnreadableAcceptFilter implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return chain.filter(isReadable(exchange) ? exchange : withoutAccept(exchange));
    }

    private static boolean isReadable(ServerWebExchange exchange) {
        try {
            exchange.getRequest().getHeaders().getAccept();
            return true;
        } catch (InvalidMediaTypeException unreadable) {
            return false;
        }
    }

    private static ServerWebExchange withoutAccept(ServerWebExchange exchange) {
        return exchange.mutate()
                .request(request -> request.headers(headers -> headers.remove(HttpHeaders.ACCEPT)))
                .build();
    }
}
