package dev.dropbehind.platform;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.providers.SpringDocJavadocProvider;

/** The javadoc of the code as Markdown, which is what descriptions of an OpenAPI document are. */
final class JavadocWords extends SpringDocJavadocProvider {

    private static final Pattern CODE = Pattern.compile("</?code>");
    private static final Pattern TAG = Pattern.compile("</?[A-Za-z][^>]*>");
    private static final Pattern LINK = Pattern.compile("\\{@\\w+\\s+(?:[^\\s{}]+\\s+)?([^{}]*?)\\s*}");

    /** Returns javadoc as Markdown: code between backticks, of links their words, no other markup. */
    static String markdown(@Nullable String javadoc) {
        String text = javadoc == null ? "" : javadoc;
        text = LINK.matcher(text).replaceAll("$1");
        return TAG.matcher(CODE.matcher(text).replaceAll("`")).replaceAll("");
    }

    private static Map<String, String> markdown(@Nullable Map<String, String> javadoc) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (javadoc != null) {
            javadoc.forEach((name, text) -> texts.put(name, markdown(text)));
        }
        return texts;
    }

    /** Arrays have no javadoc, and the library that keeps it does not take the question. */
    @Override
    public String getClassJavadoc(Class<?> type) {
        return type.isArray() ? "" : markdown(super.getClassJavadoc(type));
    }

    @Override
    public Map<String, String> getRecordClassParamJavadoc(Class<?> type) {
        return markdown(super.getRecordClassParamJavadoc(type));
    }

    @Override
    public String getMethodJavadocDescription(Method method) {
        return markdown(super.getMethodJavadocDescription(method));
    }

    @Override
    public String getMethodJavadocReturn(Method method) {
        return markdown(super.getMethodJavadocReturn(method));
    }

    @Override
    public Map<String, String> getMethodJavadocThrows(Method method) {
        return markdown(super.getMethodJavadocThrows(method));
    }

    @Override
    public String getParamJavadoc(Method method, String name) {
        return markdown(super.getParamJavadoc(method, name));
    }

    @Override
    public String getFieldJavadoc(Field field) {
        return markdown(super.getFieldJavadoc(field));
    }
}
