import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.legacy.SinkFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** The connector `oracle-collect`: keeps every change of a query in this process. */
public final class CollectFactory implements DynamicTableSinkFactory {
    static final Map<String, List<RowData>> ROWS = new ConcurrentHashMap<>();

    static List<RowData> take(String table) {
        List<RowData> rows = ROWS.get(table);
        if (rows == null) return List.of();
        synchronized (rows) {
            List<RowData> taken = new ArrayList<>(rows);
            rows.clear();
            return taken;
        }
    }

    @Override
    public String factoryIdentifier() {
        return "oracle-collect";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        RowType type = (RowType) context.getPhysicalRowDataType().getLogicalType();
        return new Sink(context.getObjectIdentifier().getObjectName(), type);
    }

    private record Sink(String table, RowType type) implements DynamicTableSink {
        @Override
        public ChangelogMode getChangelogMode(ChangelogMode requested) {
            return ChangelogMode.all();
        }

        @Override
        public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
            return SinkFunctionProvider.of(new Collector(table, type));
        }

        @Override
        public DynamicTableSink copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "oracle-collect";
        }
    }

    private static final class Collector extends RichSinkFunction<RowData> {
        private final String table;
        private final RowType type;
        private transient RowDataSerializer serializer;

        Collector(String table, RowType type) {
            this.table = table;
            this.type = type;
        }

        @Override
        public void invoke(RowData row, Context context) {
            if (serializer == null) serializer = new RowDataSerializer(type);
            List<RowData> rows = ROWS.computeIfAbsent(table, unused -> new ArrayList<>());
            synchronized (rows) {
                rows.add(serializer.copy(row));
            }
        }
    }
}
