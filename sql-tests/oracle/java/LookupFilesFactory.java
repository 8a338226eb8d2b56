import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.table.FileSystemConnectorOptions;
import org.apache.flink.connector.file.table.FileSystemTableFactory;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.lookup.AsyncLookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.connector.source.lookup.PartialCachingAsyncLookupProvider;
import org.apache.flink.table.connector.source.lookup.PartialCachingLookupProvider;
import org.apache.flink.table.connector.source.lookup.cache.DefaultLookupCache;
import org.apache.flink.table.connector.source.lookup.cache.LookupCache;
import org.apache.flink.table.connector.source.lookup.cache.trigger.PeriodicCacheReloadTrigger;
import org.apache.flink.table.connector.source.lookup.cache.trigger.TimedCacheReloadTrigger;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.LookupFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The connector `lookup-files`: Flink's own `filesystem` for scans and sinks, and a lookup source on
 * top, which Flink's is not. A lookup reads all files and gives the rows whose columns equal the key.
 */
public final class LookupFilesFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {
    private final FileSystemTableFactory files = new FileSystemTableFactory();

    @Override
    public String factoryIdentifier() {
        return "lookup-files";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return files.requiredOptions();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return files.optionalOptions();
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        Map<String, String> options = context.getCatalogTable().getOptions();
        DecodingFormat<DeserializationSchema<RowData>> format =
                FactoryUtil.createTableFactoryHelper(this, context)
                        .discoverDecodingFormat(
                                DeserializationFormatFactory.class, FactoryUtil.FORMAT);
        return new Source(
                (ScanTableSource) files.createDynamicTableSource(plain(context)),
                format,
                context.getPhysicalRowDataType(),
                options);
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        return files.createDynamicTableSink(plain(context));
    }

    /** The table as Flink's own connector takes it. */
    private static Context plain(Context context) {
        Map<String, String> options = new HashMap<>(context.getCatalogTable().getOptions());
        options.keySet().removeIf(key -> key.startsWith("lookup."));
        options.put("connector", "filesystem");
        ResolvedCatalogTable table = context.getCatalogTable().copy(options);
        return new FactoryUtil.DefaultDynamicTableContext(
                context.getObjectIdentifier(),
                table,
                Map.of(),
                context.getConfiguration(),
                context.getClassLoader(),
                context.isTemporary());
    }

    private record Source(
            ScanTableSource scan,
            DecodingFormat<DeserializationSchema<RowData>> format,
            DataType type,
            Map<String, String> options)
            implements ScanTableSource, LookupTableSource {
        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            return scan.getScanRuntimeProvider(context);
        }

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            int[] keys = new int[context.getKeys().length];
            for (int i = 0; i < keys.length; i++) keys[i] = context.getKeys()[i][0];
            Rows rows =
                    new Rows(
                            options.get(FileSystemConnectorOptions.PATH.key()),
                            format.createRuntimeDecoder(context, type),
                            type.getLogicalType().getChildren(),
                            keys);
            Configuration given = Configuration.fromMap(options);
            switch (given.get(LookupOptions.CACHE_TYPE)) {
                case PARTIAL:
                    return new Cached(rows, DefaultLookupCache.fromConfig(given));
                case FULL:
                    check(given);
                    return LookupFunctionProvider.of(new Sync(rows));
                default:
                    return new Plain(rows);
            }
        }

        /** As Flink's full cache does, whose loader takes other formats. */
        private static void check(Configuration given) {
            if (given.get(LookupOptions.FULL_CACHE_RELOAD_STRATEGY)
                    == LookupOptions.ReloadStrategy.PERIODIC) {
                PeriodicCacheReloadTrigger.fromConfig(given);
            } else {
                TimedCacheReloadTrigger.fromConfig(given);
            }
        }

        @Override
        public DynamicTableSource copy() {
            return new Source((ScanTableSource) scan.copy(), format, type, options);
        }

        @Override
        public String asSummaryString() {
            return "lookup-files";
        }
    }

    /** Rows are looked up one key after the other, or as a promise each. */
    private interface Both extends LookupFunctionProvider, AsyncLookupFunctionProvider {
        Rows rows();

        @Override
        default LookupFunction createLookupFunction() {
            return new Sync(rows());
        }

        @Override
        default AsyncLookupFunction createAsyncLookupFunction() {
            return new Async(rows());
        }
    }

    private record Plain(Rows rows) implements Both {}

    private record Cached(Rows rows, LookupCache getCache)
            implements Both, PartialCachingLookupProvider, PartialCachingAsyncLookupProvider {}

    public static final class Sync extends LookupFunction {
        private final Rows rows;

        Sync(Rows rows) {
            this.rows = rows;
        }

        @Override
        public void open(FunctionContext context) throws Exception {
            rows.open();
        }

        @Override
        public Collection<RowData> lookup(RowData key) throws IOException {
            return rows.of(key);
        }
    }

    public static final class Async extends AsyncLookupFunction {
        private final Rows rows;

        Async(Rows rows) {
            this.rows = rows;
        }

        @Override
        public void open(FunctionContext context) throws Exception {
            rows.open();
        }

        @Override
        public CompletableFuture<Collection<RowData>> asyncLookup(RowData key) {
            try {
                return CompletableFuture.completedFuture(rows.of(key));
            } catch (IOException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }
    }

    /** The files' rows, read anew for each key. */
    private record Rows(
            String path,
            DeserializationSchema<RowData> format,
            List<LogicalType> types,
            int[] keys)
            implements java.io.Serializable {
        void open() throws Exception {
            format.open(null);
        }

        Collection<RowData> of(RowData key) throws IOException {
            List<RowData> found = new ArrayList<>();
            Path root = Paths.get(path.replaceFirst("^file://", ""));
            try (Stream<Path> all = Files.walk(root)) {
                for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                    read(file, key, found);
                }
            }
            return found;
        }

        private void read(Path file, RowData key, List<RowData> found) throws IOException {
            try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.isEmpty()) continue;
                    RowData row = format.deserialize(line.getBytes(StandardCharsets.UTF_8));
                    if (row != null && matches(row, key)) found.add(row);
                }
            }
        }

        private boolean matches(RowData row, RowData key) {
            for (int i = 0; i < keys.length; i++) {
                LogicalType type = types.get(keys[i]);
                Object own = RowData.createFieldGetter(type, keys[i]).getFieldOrNull(row);
                Object asked = RowData.createFieldGetter(type, i).getFieldOrNull(key);
                if (own == null || !own.equals(asked)) return false;
            }
            return true;
        }
    }
}
