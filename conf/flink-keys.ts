/**
 * The keys that Flink 2.3 knows, so that a user's own `config.yaml` is told apart from a typo. Keys
 * near what Millrace does stand one by one, in groups by their beginning; of what it has no
 * counterpart for (clusters, security, native stores, file systems) the beginning is enough.
 */
const groups: readonly (readonly [prefix: string, names: string])[] = [
  [
    'execution.',
    `
    async-state.active-buffer-size async-state.active-buffer-timeout async-state.buffer-size
    async-state.buffer-timeout async-state.in-flight-records-limit async-state.total-buffer-size
    attached batch-shuffle-mode batch-state-backend.enabled
    batch.adaptive.auto-parallelism.avg-data-volume-per-task
    batch.adaptive.auto-parallelism.default-source-parallelism
    batch.adaptive.auto-parallelism.enabled batch.adaptive.auto-parallelism.max-parallelism
    batch.adaptive.auto-parallelism.min-parallelism batch.job-recovery.enabled
    batch.job-recovery.previous-worker.recovery.timeout batch.job-recovery.snapshot.min-pause
    batch.speculative.block-slow-node-duration batch.speculative.enabled
    batch.speculative.max-concurrent-executions buffer-timeout.enabled buffer-timeout.interval
    runtime-mode sorted-inputs.enabled sorted-inputs.memory
    state-recovery.approximate-local-recovery state-recovery.claim-mode
    state-recovery.from-local state-recovery.ignore-unclaimed-state state-recovery.path
    state-recovery.without-channel-state.checkpoint-id target
  `,
  ],
  [
    'execution.checkpointing.',
    `
    aligned-checkpoint-timeout checkpoints-after-tasks-finish cleaner.parallel-mode
    create-subdir data-inline-threshold dir during-recovery.enabled
    externalized-checkpoint-retention file-merging.across-checkpoint-boundary
    file-merging.enabled file-merging.max-file-size file-merging.max-space-amplification
    file-merging.max-subtasks-per-file file-merging.pool-blocking incremental interval
    interval-during-backlog local-backup.dirs local-backup.enabled max-concurrent-checkpoints
    min-pause mode num-retained savepoint-dir snapshot-compression storage timeout
    tolerable-failed-checkpoints unaligned.enabled unaligned.forced
    unaligned.interruptible-timers.emit-intermediate-watermarks
    unaligned.interruptible-timers.enabled unaligned.max-subtasks-per-channel-state-file
    unaligned.recover-output-on-downstream.enabled write-buffer-size
  `,
  ],
  [
    'state.backend.forst.',
    `
    block.blocksize block.cache-size block.metadata-blocksize bloom-filter.bits-per-key
    bloom-filter.block-based-mode cache.dir cache.lru.access-before-promote
    cache.lru.promote-limit cache.reserve-size cache.size-based-limit
    compaction.filter.periodic-compaction-time compaction.filter.query-time-after-num-entries
    compaction.level.max-size-level-base compaction.level.target-file-size-base
    compaction.level.use-dynamic-size compaction.style compression.per.level
    executor.inline-coordinator executor.inline-write executor.read-io-parallelism
    executor.write-io-parallelism files.open local-dir log.dir log.file-num log.level
    log.max-file-size memory.fixed-per-slot memory.fixed-per-tm memory.high-prio-pool-ratio
    memory.managed memory.partitioned-index-filters memory.write-buffer-ratio options-factory
    primary-dir rescaling.use-delete-files-in-range restore-overlap-fraction-threshold
    sync.enforce-local thread.num timer-service.cache-size timer-service.factory
    use-bloom-filter use-ingest-db-restore-mode write-batch-size writebuffer.count
    writebuffer.number-to-merge writebuffer.size
  `,
  ],
  [
    'job-event.store.',
    `
    write-buffer.flush-interval write-buffer.size
  `,
  ],
  [
    'restart-strategy.',
    `
    exponential-delay.attempts-before-reset-backoff exponential-delay.backoff-multiplier
    exponential-delay.initial-backoff exponential-delay.jitter-factor
    exponential-delay.max-backoff exponential-delay.reset-backoff-threshold failure-rate.delay
    failure-rate.failure-rate-interval failure-rate.max-failures-per-interval
    fixed-delay.attempts fixed-delay.delay type
  `,
  ],
  [
    'pipeline.',
    `
    auto-generate-uids auto-watermark-interval cached-files cep.sharedbuffer.cache.entry-slots
    cep.sharedbuffer.cache.event-slots cep.sharedbuffer.cache.statistics-interval classpaths
    closure-cleaner-level force-avro force-kryo force-kryo-avro generic-types
    global-job-parameters jars jobvertex-parallelism-overrides max-parallelism name object-reuse
    operator-chaining.chain-operators-with-different-max-parallelism operator-chaining.enabled
    serialization-config sources.pause-until-first-checkpoint vertex-description-mode
    vertex-name-include-index-prefix watermark-alignment.allow-unaligned-source-splits
    watermark-alignment.buffer-size
  `,
  ],
  [
    'table.',
    `
    builtin-catalog-name builtin-database-name catalog-modification.listeners
    column-expansion-strategy display.max-column-width dml-sync dynamic-table-options.enabled
    generated-code.max-length generated-code.max-members legacy-nested-row-nullability
    local-time-zone materialized-table.conversion-from-table.enabled
    plan.compile.catalog-objects plan.force-recompile plan.restore.catalog-objects
    resources.download-dir rtas-ctas.atomicity-enabled sql-dialect
  `,
  ],
  [
    'table.exec.',
    `
    async-lookup.buffer-capacity async-lookup.key-ordered-enabled async-lookup.output-mode
    async-lookup.timeout async-ml-predict.max-concurrent-operations async-ml-predict.output-mode
    async-ml-predict.timeout async-scalar.max-attempts async-scalar.max-concurrent-operations
    async-scalar.retry-delay async-scalar.retry-strategy async-scalar.timeout
    async-state.enabled async-table.max-concurrent-operations async-table.max-retries
    async-table.retry-delay async-table.retry-strategy async-table.timeout
    async-vector-search.max-concurrent-operations async-vector-search.output-mode
    async-vector-search.timeout deduplicate.insert-update-after-sensitive-enabled
    deduplicate.mini-batch.compact-changes-enabled delta-join.cache-enabled
    delta-join.left.cache-size delta-join.right.cache-size disabled-operators
    interval-join.min-cleanup-interval legacy-bytes-to-string-cast legacy-cast-behaviour
    local-hash-agg.adaptive.distinct-value-rate-threshold local-hash-agg.adaptive.enabled
    local-hash-agg.adaptive.sampling-threshold mini-batch.allow-latency mini-batch.enabled
    mini-batch.size operator-fusion-codegen.enabled rank.topn-cache-size
    resource.default-parallelism resource.external-buffer-memory resource.hash-agg.memory
    resource.hash-join.memory resource.sort.memory simplify-operator-name-enabled
    sink.keyed-shuffle sink.nested-constraint-enforcer sink.not-null-enforcer
    sink.require-on-conflict sink.rowtime-inserter sink.type-length-enforcer
    sink.upsert-materialize sink.upsert-materialize-strategy.adaptive.threshold.high
    sink.upsert-materialize-strategy.adaptive.threshold.low
    sink.upsert-materialize-strategy.type sort.async-merge-enabled sort.default-limit
    sort.max-num-file-handles source.cdc-events-duplicate source.idle-timeout
    spill-compression.block-size spill-compression.enabled state.ttl uid.format uid.generation
    unbounded-over.version window-agg.buffer-size-limit
  `,
  ],
  [
    'table.optimizer.',
    `
    adaptive-broadcast-join.strategy agg-phase-strategy bushy-join-reorder-threshold
    delta-join.strategy distinct-agg.split.bucket-num distinct-agg.split.enabled
    dynamic-filtering.enabled incremental-agg-enabled join-reorder-enabled
    join.broadcast-threshold multi-join.enabled multiple-input-enabled
    non-deterministic-update.strategy ptf.max-tables reuse-optimize-block-with-digest-enabled
    reuse-sink-enabled reuse-source-enabled reuse-sub-plan-enabled runtime-filter.enabled
    runtime-filter.max-build-data-size runtime-filter.min-filter-ratio
    runtime-filter.min-probe-data-size skewed-join-optimization.skewed-factor
    skewed-join-optimization.skewed-threshold skewed-join-optimization.strategy
    source.report-statistics-enabled sql2rel.project-merge.enabled
    union-all-as-breakpoint-enabled
  `,
  ],
  [
    'materialized-table.',
    `
    default-freshness.continuous default-freshness.full default-start-mode
    refresh-mode.freshness-threshold
  `,
  ],
  [
    'sql-gateway.',
    `
    endpoint.rest.address endpoint.rest.bind-address endpoint.rest.bind-port endpoint.rest.port
    endpoint.type session.check-interval session.idle-timeout session.max-num
    session.plan-cache.enabled session.plan-cache.size session.plan-cache.ttl
    worker.keepalive-time worker.threads.max worker.threads.min
  `,
  ],
  [
    'execution.',
    `
    allow-client-job-configurations job-listeners job-status-changed-listeners
    program-config.enabled program-config.wildcards shutdown-on-application-finish
    shutdown-on-attached-exit submit-failed-job-on-application-error
  `,
  ],
  [
    'state.',
    `
    backend backend.incremental backend.local-recovery backend.type checkpoint-storage
    checkpoints.create-subdir checkpoints.dir checkpoints.num-retained
    savepoints.dir storage.fs.memory-threshold storage.fs.write-buffer-size
  `,
  ],
  ['table.catalog-store.', 'kind file.path'],
  ['', 'parallelism.default restart-strategy high-availability external-resources'],
];

export const flinkKeys: ReadonlySet<string> = new Set(
  groups.flatMap(([prefix, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => prefix + name),
  ),
);

/** Beginnings of keys that Flink, its file systems, reporters and deployments own as a whole. */
export const flinkPrefixes: readonly string[] = `
  $internal. akka. blob. classloader. cleanup-strategy. client. cluster. containerized. dstl. env.
  events. external-resource. flink.hadoop. fs. gs. heartbeat. high-availability. historyserver.
  io. jmx. job-result-store. jobmanager. jobstore. kubernetes. metrics. minicluster. optimizer.
  partition.fields. pekko. pipeline.global-job-parameters.
  pipeline.jobvertex-parallelism-overrides. plugin. presto. process. python. queryable-state.
  resourcemanager. rest. s3. s3a. s3n. security. slot. slotmanager. state.backend.changelog.
  state.backend.forst.metrics. state.backend.latency-track. state.backend.rocksdb.
  state.backend.size-track. state.changelog. state.latency-track. state.size-track. task.
  taskmanager. traces. user.artifacts. web. workflow-scheduler. yarn. zookeeper.
`
  .trim()
  .split(/\s+/);
