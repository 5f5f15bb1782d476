package ludex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON: objects as maps, arrays as lists, numbers as doubles. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        return new Json(text).value();
    }

    /** A text as JSON writes it. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }

    private Object value() {
        skipBlanks();
        switch (text.charAt(at)) {
            case '{': return object();
            case '[': return array();
            case '"': return string();
            case 't': at += 4; return Boolean.TRUE;
            case 'f': at += 5; return Boolean.FALSE;
            case 'n': at += 4; return null;
            default: return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new HashMap<>();
        at++;
        while (!ends('}')) {
            String key = string();
            skipBlanks();
            at++;
            fields.put(key, value());
        }
        return fields;
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        at++;
        while (!ends(']')) items.add(value());
        return items;
    }

    /** Steps over the end, if it is there, or else over a comma. */
    private boolean ends(char end) {
        skipBlanks();
        char c = text.charAt(at);
        if (c == end || c == ',') at++;
        if (c == ',') skipBlanks();
        return c == end;
    }

    private String string() {
        StringBuilder result = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c != '\\') {
                result.append(c);
                continue;
            }
            c = text.charAt(++at);
            switch (c) {
                case 'n': result.append('\n'); break;
                case 't': result.append('\t'); break;
                case 'r': result.append('\r'); break;
                case 'b': result.append('\b'); break;
                case 'f': result.append('\f'); break;
                case 'u':
                    result.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                    break;
                default: result.append(c);
            }
        }
        at++;
        return result.toString();
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        // Most numbers are small and whole, and those are read quickly.
        if (at - start > 9 || text.charAt(start) == '-') return Double.valueOf(text.substring(start, at));
        int value = 0;
        for (int i = start; i < at; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return Double.valueOf(text.substring(start, at));
            value = value * 10 + digit;
        }
        return (double) value;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) <= ' ') at++;
    }
}
