import java.util.Set;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.legacy.table.connector.source.SourceFunctionProvider;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.source.legacy.RichSourceFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.RuntimeConverter;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.flink.util.clock.SystemClock;

/** The connector `feed`: what a golden test feeds, with a watermark behind each row that raises it. */
public final class FeedFactory implements DynamicTableSourceFactory {
    static final ConfigOption<String> MODE =
            ConfigOptions.key("changelog-mode").stringType().defaultValue("I");

    @Override
    public String factoryIdentifier() {
        return "feed";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(MODE);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validate();
        ChangelogMode.Builder mode = ChangelogMode.newBuilder();
        for (String kind : helper.getOptions().get(MODE).split(",")) mode.addContainedKind(kindOf(kind));
        return new Source(
                context.getObjectIdentifier().getObjectName(),
                mode.build(),
                context.getPhysicalRowDataType());
    }

    private static RowKind kindOf(String symbol) {
        switch (symbol.trim()) {
            case "I":
                return RowKind.INSERT;
            case "UB":
                return RowKind.UPDATE_BEFORE;
            case "UA":
                return RowKind.UPDATE_AFTER;
            case "D":
                return RowKind.DELETE;
            default:
                throw new IllegalArgumentException("changelog-mode: " + symbol);
        }
    }

    private static final class Source implements ScanTableSource, SupportsWatermarkPushDown {
        private final String table;
        private final ChangelogMode mode;
        private final org.apache.flink.table.types.DataType type;
        private WatermarkStrategy<RowData> strategy = WatermarkStrategy.noWatermarks();

        Source(String table, ChangelogMode mode, org.apache.flink.table.types.DataType type) {
            this.table = table;
            this.mode = mode;
            this.type = type;
        }

        @Override
        public ChangelogMode getChangelogMode() {
            return mode;
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            Emitter emitter =
                    new Emitter(table, context.createDataStructureConverter(type), strategy);
            return SourceFunctionProvider.of(emitter, false);
        }

        @Override
        public void applyWatermark(WatermarkStrategy<RowData> watermarks) {
            strategy = watermarks;
        }

        @Override
        public DynamicTableSource copy() {
            Source copy = new Source(table, mode, type);
            copy.strategy = strategy;
            return copy;
        }

        @Override
        public String asSummaryString() {
            return "feed";
        }
    }

    private static final class Emitter extends RichSourceFunction<RowData> {
        private final String table;
        private final DynamicTableSource.DataStructureConverter converter;
        private final WatermarkStrategy<RowData> strategy;
        private transient volatile boolean cancelled;

        Emitter(
                String table,
                DynamicTableSource.DataStructureConverter converter,
                WatermarkStrategy<RowData> strategy) {
            this.table = table;
            this.converter = converter;
            this.strategy = strategy;
        }

        @Override
        public void run(SourceContext<RowData> out) throws Exception {
            converter.open(RuntimeConverter.Context.create(getClass().getClassLoader()));
            WatermarkGenerator<RowData> generator = strategy.createWatermarkGenerator(new Clocked(getRuntimeContext().getMetricGroup()));
            Marks marks = new Marks(out);
            Feed feed = Feed.of(table);
            Feed.Reader reader = feed.open();
            try {
                while (!cancelled) {
                    Feed.Event event = feed.next(reader);
                    if (event == null) return;
                    synchronized (out.getCheckpointLock()) {
                        if (event.row() != null) {
                            RowData row = (RowData) converter.toInternal(event.row());
                            out.collect(row);
                            generator.onEvent(row, Long.MIN_VALUE, marks);
                            generator.onPeriodicEmit(marks);
                        } else if (event.watermark() != null) {
                            marks.emitWatermark(new Watermark(event.watermark()));
                        }
                        feed.done(reader);
                    }
                    if (event.end()) return;
                }
            } finally {
                feed.close(reader);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private record Clocked(MetricGroup getMetricGroup) implements WatermarkGeneratorSupplier.Context {
        @Override
        public RelativeClock getInputActivityClock() {
            return SystemClock.getInstance();
        }
    }

    /** Lets watermarks through that rise. */
    private static final class Marks implements WatermarkOutput {
        private final RichSourceFunction.SourceContext<RowData> out;
        private long highest = Long.MIN_VALUE;

        Marks(RichSourceFunction.SourceContext<RowData> out) {
            this.out = out;
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            if (watermark.getTimestamp() <= highest) return;
            highest = watermark.getTimestamp();
            out.emitWatermark(new org.apache.flink.streaming.api.watermark.Watermark(highest));
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
