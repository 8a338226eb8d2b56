import static org.apache.flink.table.api.Expressions.$;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.RuntimeConverter;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.Expression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.table.utils.print.RowDataToStringConverter;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.FileUtils;

/**
 * A real Flink that answers what golden tests ask: one JSON object a line in, one a line out.
 *
 * <p>Idleness is proven by a checkpoint: once every source has emitted what was fed, a barrier is
 * sent behind it, and when the checkpoint is complete every operator and the sink have seen all of it.
 */
public final class Oracle {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final long LIMIT_SECONDS = 60;

    private final MiniCluster cluster;
    private final Configuration configuration;
    private StreamExecutionEnvironment environment;
    private StreamTableEnvironment tables;
    private final Map<String, Stream> streams = new HashMap<>();
    private int collects;

    private record Stream(JobID job, String sink, RowDataToStringConverter text, int width) {}

    /** @param slots the memory is divided among them */
    private Oracle(int slots) throws Exception {
        configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, slots);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(128));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(128));
        configuration.setString("restart-strategy.type", "none");
        configuration.setString("heartbeat.timeout", "5 min");
        configuration.setString("slot.request.timeout", "20 s");
        configuration.setString("execution.checkpointing.interval", "1 d");
        // What is kept in memory by default may not be larger than a few megabytes.
        File checkpoints = Files.createTempDirectory("millrace-oracle-").toFile();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> FileUtils.deleteDirectoryQuietly(checkpoints)));
        configuration.setString("execution.checkpointing.storage", "filesystem");
        configuration.setString("execution.checkpointing.dir", checkpoints.toURI().toString());
        configuration.setString("parallelism.default", "1");
        cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(configuration)
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(slots)
                                .build());
        cluster.start();
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        Oracle oracle = new Oracle(Integer.parseInt(arguments[0]));
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ObjectNode answer = JSON.createObjectNode();
            try {
                oracle.answer(JSON.readTree(line), answer);
                answer.put("ok", true);
            } catch (Throwable failure) {
                answer.removeAll().put("ok", false);
                ArrayNode causes = answer.putArray("causes");
                for (Throwable it = failure; it != null && causes.size() < 20; it = it.getCause()) {
                    causes.add(it.getClass().getName() + ": " + it.getMessage());
                }
            }
            out.println(JSON.writeValueAsString(answer));
        }
        System.exit(0);
    }

    private void answer(JsonNode ask, ObjectNode answer) throws Exception {
        switch (ask.get("op").asText()) {
            case "version":
                answer.put(
                        "version", org.apache.flink.runtime.util.EnvironmentInformation.getVersion());
                break;
            case "open":
                open(ask.get("options"));
                break;
            case "execute":
                execute(
                        ask.get("sql").asText(),
                        ask.path("seconds").asLong(LIMIT_SECONDS),
                        answer);
                break;
            case "set":
                tables.getConfig().set(ask.get("key").asText(), ask.get("value").asText());
                break;
            case "reset":
                reset(ask.get("key"));
                break;
            case "explain":
                explain(ask, answer);
                break;
            case "stream":
                stream(ask.get("name").asText(), ask.get("sql").asText(), answer);
                break;
            case "feed":
                feed(ask.get("table").asText(), ask.get("rows"));
                break;
            case "watermark":
                Feed.of(ask.get("table").asText())
                        .add(new Feed.Event(null, ask.get("ms").asLong(), false));
                settle();
                break;
            case "end":
                Feed.of(ask.get("table").asText()).add(new Feed.Event(null, null, true));
                settle();
                break;
            case "probe":
                probe(ask.get("table").asText(), ask.get("expressions"), answer);
                break;
            case "batch":
                new Batch(this, environment, (StreamTableEnvironmentImpl) tables)
                        .run(ask.get("queries"), answer.putArray("queries"));
                break;
            case "take":
                take(ask.get("name").asText(), answer);
                break;
            default:
                throw new IllegalArgumentException("op: " + ask.get("op"));
        }
    }

    private void open(JsonNode options) throws Exception {
        for (Stream stream : streams.values()) cancel(stream.job());
        streams.clear();
        Feed.ALL.clear();
        CollectFactory.ROWS.clear();
        java.net.URI rest = cluster.getRestAddress().get();
        Configuration session = new Configuration(configuration);
        session.setString("pipeline.auto-watermark-interval", "0");
        environment =
                StreamExecutionEnvironment.createRemoteEnvironment(
                        rest.getHost(), rest.getPort(), session);
        environment.setParallelism(1);
        tables = StreamTableEnvironment.create(environment);
        tables.getConfig().set("table.local-time-zone", "UTC");
        if (options != null) {
            options.fields()
                    .forEachRemaining(it -> tables.getConfig().set(it.getKey(), it.getValue().asText()));
        }
    }

    /** All that the session set, or one key. */
    private void reset(JsonNode key) {
        Configuration session = tables.getConfig().getConfiguration();
        for (String each : List.copyOf(session.keySet())) {
            if (key == null || key.asText().equals(each)) session.removeKey(each);
        }
        tables.getConfig().set("table.local-time-zone", "UTC");
    }

    private void cancel(JobID job) {
        try {
            cluster.cancelJob(job).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            cluster.requestJobResult(job).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception ended) {
            // It had ended by itself.
        }
    }

    /** A task that runs out of memory takes the task manager with it. */
    private void revive() throws Exception {
        if (cluster.requestClusterOverview().get().getNumTaskManagersConnected() == 0) {
            cluster.startTaskManager();
        }
    }

    /** @param seconds that an INSERT may take; a SELECT has LIMIT_SECONDS */
    private void execute(String sql, long seconds, ObjectNode answer) throws Exception {
        revive();
        TableResultInternal result = isQuery(sql) ? withoutCheckpoints(sql) : executed(sql);
        if (result.getResultKind() == org.apache.flink.table.api.ResultKind.SUCCESS) return;
        if (isModify(result)) {
            try {
                result.await(seconds, TimeUnit.SECONDS);
            } catch (java.util.concurrent.TimeoutException late) {
                result.getJobClient().ifPresent(it -> cancel(it.getJobID()));
                throw new IllegalStateException("The job did not end within " + seconds + " s");
            }
            return;
        }
        columns(result.getResolvedSchema(), answer);
        ArrayNode rows = answer.putArray("rows");
        if (collected(result, rows)) return;
        throw new IllegalStateException("The job did not end within " + LIMIT_SECONDS + " s");
    }

    private static boolean isQuery(String sql) {
        return sql.stripLeading().matches("(?is)(SELECT|WITH|VALUES|[(]).*");
    }

    private TableResultInternal executed(String sql) {
        return (TableResultInternal) tables.executeSql(sql);
    }

    /**
     * Now and then a job whose sources end at once waits forever for its last checkpoint, which
     * nobody triggers; rows that are collected need none.
     */
    private TableResultInternal withoutCheckpoints(String sql) {
        long interval = environment.getCheckpointConfig().getCheckpointInterval();
        environment.getCheckpointConfig().disableCheckpointing();
        try {
            return executed(sql);
        } finally {
            environment.getCheckpointConfig().setCheckpointInterval(interval);
        }
    }

    /** False when the job had to be cancelled. */
    private boolean collected(TableResultInternal result, ArrayNode rows) throws Exception {
        RowDataToStringConverter text = result.getRowDataToStringConverter();
        int width = result.getResolvedSchema().getColumnCount();
        ScheduledExecutorService limits = Executors.newSingleThreadScheduledExecutor();
        Future<?> limit =
                limits.schedule(
                        () -> result.getJobClient().ifPresent(it -> cancel(it.getJobID())),
                        LIMIT_SECONDS,
                        TimeUnit.SECONDS);
        try (CloseableIterator<RowData> found = result.collectInternal()) {
            while (found.hasNext()) rows.add(line(found.next(), text, width));
            return true;
        } catch (RuntimeException failure) {
            if (limit.cancel(false)) throw failure;
            return false;
        } finally {
            limits.shutdownNow();
        }
    }

    private static boolean isModify(TableResult result) {
        return result.getJobClient().isPresent()
                && result.getResolvedSchema().getColumns().stream()
                        .allMatch(
                                column ->
                                        column.getName().contains(".")
                                                && column.getDataType().equals(DataTypes.BIGINT()));
    }

    private void explain(JsonNode ask, ObjectNode answer) {
        List<ExplainDetail> details = new ArrayList<>();
        for (JsonNode detail : ask.get("details")) details.add(ExplainDetail.valueOf(detail.asText()));
        answer.put(
                "text",
                tables.explainSql(ask.get("sql").asText(), details.toArray(new ExplainDetail[0])));
    }

    private void stream(String name, String sql, ObjectNode answer) throws Exception {
        ResolvedSchema schema = tables.sqlQuery(sql).getResolvedSchema();
        String sink = collector(schema);
        JobID job =
                plainTimes(tables.sqlQuery(sql))
                        .insertInto(sink)
                        .execute()
                        .getJobClient()
                        .orElseThrow()
                        .getJobID();
        columns(schema, answer);
        streams.put(
                name, new Stream(job, sink, printer(schema), schema.getColumns().size()));
        settle();
    }

    /** A new table that keeps what is written to it; its name. */
    String collector(ResolvedSchema schema) {
        String sink = "oracle_collect_" + collects++;
        Schema.Builder columns = Schema.newBuilder();
        for (Column column : schema.getColumns()) {
            columns.column(column.getName(), plain(column.getDataType()).nullable());
        }
        tables.createTemporaryTable(
                sink,
                TableDescriptor.forConnector("oracle-collect").schema(columns.build()).build());
        return sink;
    }

    /** A sink takes one event time at most: with several, all become plain timestamps. */
    static Table plainTimes(Table query) {
        List<Column> columns = query.getResolvedSchema().getColumns();
        long times = columns.stream().filter(it -> isRowtime(it.getDataType())).count();
        if (times < 2) return query;
        return query.select(
                columns.stream()
                        .map(
                                it ->
                                        isRowtime(it.getDataType())
                                                ? $(it.getName())
                                                        .cast(plain(it.getDataType()))
                                                        .as(it.getName())
                                                : $(it.getName()))
                        .toArray(Expression[]::new));
    }

    private static boolean isRowtime(DataType type) {
        return LogicalTypeChecks.isRowtimeAttribute(type.getLogicalType());
    }

    /** A time attribute as the timestamp that it is. */
    private static DataType plain(DataType type) {
        return org.apache.flink.table.types.utils.DataTypeUtils.removeTimeAttribute(type);
    }

    RowDataToStringConverter printer(ResolvedSchema schema) throws Exception {
        Object planner = ((StreamTableEnvironmentImpl) tables).getPlanner();
        ClassLoader loader = planner.getClass().getClassLoader();
        String base = "org.apache.flink.table.planner.";
        Class<?> context = loader.loadClass(base + "codegen.CodeGeneratorContext");
        Class<?> printer = loader.loadClass(base + "functions.casting.RowDataToStringConverterImpl");
        Object codegen =
                context.getConstructor(
                                org.apache.flink.configuration.ReadableConfig.class, ClassLoader.class)
                        .newInstance(tables.getConfig(), loader);
        Constructor<?> constructor = printer.getConstructors()[0];
        ZoneId zone = tables.getConfig().getLocalTimeZone();
        DataType type = schema.toPhysicalRowDataType();
        return (RowDataToStringConverter)
                constructor.newInstance(type, zone, loader, false, codegen);
    }

    /** Expressions over the rows that a table was fed. */
    private void probe(String table, JsonNode expressions, ObjectNode answer) throws Exception {
        DataType type = schema(table).toPhysicalRowDataType();
        DynamicTableSource.DataStructureConverter converter =
                new org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext()
                        .createDataStructureConverter(type);
        converter.open(RuntimeConverter.Context.create(getClass().getClassLoader()));
        List<RowData> rows = new ArrayList<>();
        for (Row row : Feed.of(table).rows()) rows.add((RowData) converter.toInternal(row));
        List<String> texts = new ArrayList<>();
        expressions.forEach(it -> texts.add(it.asText()));
        new Probe(tables, table, rows, this::printer).evaluate(texts, answer.putArray("answers"));
    }

    private ResolvedSchema schema(String table) throws Exception {
        return ((org.apache.flink.table.api.internal.TableEnvironmentInternal) tables)
                        .getCatalogManager()
                        .getTableOrError(path(table))
                        .getResolvedSchema();
    }

    ObjectIdentifier path(String table) {
        return ObjectIdentifier.of(tables.getCurrentCatalog(), tables.getCurrentDatabase(), table);
    }

    private void feed(String table, JsonNode rows) throws Exception {
        add(table, rows);
        settle();
    }

    void add(String table, JsonNode rows) throws Exception {
        List<DataType> types = schema(table).toPhysicalRowDataType().getChildren();
        for (JsonNode json : rows) {
            Row row = Row.withPositions(RowKind.fromByteValue((byte) json.get(0).asInt()), types.size());
            for (int i = 0; i < types.size(); i++) {
                row.setField(i, Values.of(json.get(i + 1), types.get(i)));
            }
            Feed.of(table).add(new Feed.Event(row, null, false));
        }
    }

    /** Waits until every stream has worked off what was fed. */
    private void settle() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        for (Stream stream : streams.values()) {
            while (!settled(stream.job())) {
                if (System.nanoTime() > deadline) throw new IllegalStateException("never idle");
                Thread.sleep(5);
            }
        }
    }

    private boolean settled(JobID job) throws Exception {
        switch (cluster.getJobStatus(job).get()) {
            case FINISHED:
            case CANCELED:
                return true;
            case FAILED:
                cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
                throw new IllegalStateException("failed");
            case RUNNING:
                break;
            default:
                return false;
        }
        for (Feed feed : Feed.ALL.values()) if (!feed.drained()) return false;
        return passed(job, cluster.triggerCheckpoint(job));
    }

    /** A checkpoint of a job whose sources have just ended may never come: it is asked for again. */
    private boolean passed(JobID job, CompletableFuture<String> checkpoint) throws Exception {
        while (!checkpoint.isDone()) {
            if (cluster.getJobStatus(job).get().isTerminalState()) return false;
            Thread.sleep(2);
        }
        return !checkpoint.isCompletedExceptionally();
    }

    private void take(String name, ObjectNode answer) throws Exception {
        Stream stream = streams.get(name);
        ArrayNode rows = answer.putArray("rows");
        for (RowData row : CollectFactory.take(stream.sink())) {
            rows.add(line(row, stream.text(), stream.width()));
        }
    }

    static void columns(ResolvedSchema schema, ObjectNode answer) {
        ArrayNode columns = answer.putArray("columns");
        for (Column column : schema.getColumns()) {
            columns.addObject()
                    .put("name", column.getName())
                    .put("type", column.getDataType().getLogicalType().asSummaryString());
        }
    }

    /** The change's kind, then the printed values, null for NULL. */
    static ArrayNode line(RowData row, RowDataToStringConverter text, int width) {
        ArrayNode line = JSON.createArrayNode().add(row.getRowKind().shortString());
        String[] values = text.convert(row);
        for (int i = 0; i < width; i++) {
            if (row.isNullAt(i)) line.addNull();
            else line.add(values[i]);
        }
        return line;
    }
}
