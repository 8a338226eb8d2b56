import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.utils.print.RowDataToStringConverter;

/**
 * Many queries over feeds that have ended, as one job: each is planned by itself, and what the
 * planner made of all runs together, so that its start is paid for once. Where such a job fails,
 * each half of it runs again, down to the query that fails alone.
 */
final class Batch {
    private static final long LIMIT_SECONDS = 60;

    private record Planned(
            ObjectNode answer,
            List<Transformation<?>> roots,
            String sink,
            RowDataToStringConverter text,
            int width) {}

    private final Oracle oracle;
    private final StreamExecutionEnvironment environment;
    private final StreamTableEnvironmentImpl tables;

    Batch(Oracle oracle, StreamExecutionEnvironment environment, StreamTableEnvironmentImpl tables) {
        this.oracle = oracle;
        this.environment = environment;
        this.tables = tables;
        // Nothing asks whether the job is idle: it ends.
        environment.getCheckpointConfig().disableCheckpointing();
    }

    /** One answer a query: `columns` and `rows`, or `refused` or `failed` with the root cause. */
    void run(JsonNode queries, ArrayNode answers) {
        List<Planned> planned = new ArrayList<>();
        for (JsonNode query : queries) {
            ObjectNode answer = answers.addObject();
            try {
                planned.add(plan(query, answer));
            } catch (Throwable failure) {
                answer.removeAll().put("refused", Probe.message(failure));
            }
        }
        halved(planned);
    }

    private Planned plan(JsonNode ask, ObjectNode answer) throws Exception {
        for (JsonNode statement : ask.get("statements")) tables.executeSql(statement.asText());
        for (JsonNode feed : ask.get("feeds")) {
            String table = feed.get("table").asText();
            oracle.add(table, feed.get("rows"));
            Feed.of(table).add(new Feed.Event(null, null, true));
        }
        Table query = tables.sqlQuery(ask.get("sql").asText());
        ResolvedSchema schema = query.getResolvedSchema();
        String sink = oracle.collector(schema);
        ContextResolvedTable target = tables.getCatalogManager().getTableOrError(oracle.path(sink));
        Table plain = Oracle.plainTimes(query);
        SinkModifyOperation insert = new SinkModifyOperation(target, plain.getQueryOperation());
        List<Transformation<?>> roots = tables.getPlanner().translate(List.of(insert));
        Oracle.columns(schema, answer);
        int width = schema.getColumnCount();
        return new Planned(answer, roots, sink, oracle.printer(schema), width);
    }

    private void halved(List<Planned> some) {
        if (some.isEmpty()) return;
        for (Planned each : some) CollectFactory.take(each.sink());
        try {
            together(some);
        } catch (Throwable failure) {
            if (some.size() == 1) {
                some.get(0).answer().removeAll().put("failed", Probe.message(failure));
                return;
            }
            int half = some.size() / 2;
            halved(some.subList(0, half));
            halved(some.subList(half, some.size()));
        }
    }

    private void together(List<Planned> some) throws Exception {
        List<Transformation<?>> roots = new ArrayList<>();
        for (Planned each : some) roots.addAll(each.roots());
        JobClient job = environment.executeAsync(environment.generateStreamGraph(roots));
        try {
            job.getJobExecutionResult().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            job.cancel().get();
            throw late;
        }
        for (Planned each : some) {
            ArrayNode rows = each.answer().putArray("rows");
            for (RowData row : CollectFactory.take(each.sink())) {
                rows.add(Oracle.line(row, each.text(), each.width()));
            }
        }
    }
}
