package dev.dropbehind.platform;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * What the API takes from the network.
 *
 * @param bodyLimit the largest body of a request
 */
@Validated
@ConfigurationProperties("dropbehind.api")
record ApiProperties(@DefaultValue("1MB") @NotNull DataSize bodyLimit) {}
