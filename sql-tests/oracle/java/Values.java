import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/** Fed values, as JSON texts, to the objects that Flink takes for their types. */
final class Values {
    private Values() {}

    static Object of(JsonNode json, DataType type) {
        if (json.isNull()) return null;
        List<DataType> parts = type.getChildren();
        switch (type.getLogicalType().getTypeRoot()) {
            case ARRAY:
                Class<?> item = parts.get(0).getConversionClass();
                Object array = Array.newInstance(item, json.size());
                for (int i = 0; i < json.size(); i++) Array.set(array, i, of(json.get(i), parts.get(0)));
                return array;
            case MAP:
            case MULTISET:
                boolean counted = parts.size() == 1;
                Map<Object, Object> map = new LinkedHashMap<>();
                for (JsonNode entry : json) {
                    Object key = of(entry.get(0), parts.get(0));
                    map.put(key, counted ? (Object) entry.get(1).asInt() : of(entry.get(1), parts.get(1)));
                }
                return map;
            case ROW:
                Row row = new Row(parts.size());
                for (int i = 0; i < parts.size(); i++) row.setField(i, of(json.get(i), parts.get(i)));
                return row;
            default:
                return simple(json.asText(), type);
        }
    }

    private static Object simple(String text, DataType type) {
        switch (type.getLogicalType().getTypeRoot()) {
            case BOOLEAN:
                return Boolean.valueOf(text);
            case TINYINT:
                return Byte.valueOf(text);
            case SMALLINT:
                return Short.valueOf(text);
            case INTEGER:
                return Integer.valueOf(text);
            case BIGINT:
                return Long.valueOf(text);
            case FLOAT:
                return Float.valueOf(text);
            case DOUBLE:
                return Double.valueOf(text);
            case DECIMAL:
                return new BigDecimal(text);
            case CHAR:
            case VARCHAR:
                return text;
            case BINARY:
            case VARBINARY:
                return HexFormat.of().parseHex(text);
            case DATE:
                return LocalDate.parse(text);
            case TIME_WITHOUT_TIME_ZONE:
                return LocalTime.parse(text);
            case TIMESTAMP_WITHOUT_TIME_ZONE:
                return LocalDateTime.parse(text);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                return Instant.parse(text);
            case INTERVAL_YEAR_MONTH:
                return Period.ofMonths(Integer.parseInt(text));
            case INTERVAL_DAY_TIME:
                return Duration.ofMillis(Long.parseLong(text));
            default:
                throw new IllegalArgumentException("No fed values of type " + type);
        }
    }
}
