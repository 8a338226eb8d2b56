/** Random syntax trees of statements. */
import type { Insert } from '../../planner/parser/ast/change.js';
import type { Distribution, TableElement } from '../../planner/parser/ast/column.js';
import type { Statement } from '../../planner/parser/ast/statement.js';
import type {
  AlterTableAction,
  CreateTable,
  LikeFeature,
  PartitionSpec,
} from '../../planner/parser/ast/table.js';
import { at } from './literal-trees.js';
import { QueryTrees } from './query-trees.js';

export class StatementTrees extends QueryTrees {
  statement(): Statement {
    switch (this.random.nextInt(0, 9)) {
      case 0:
        return this.createTable();
      case 1: {
        const ifExists = this.chance(30);
        return {
          kind: 'alterTable',
          ifExists,
          name: this.objectName(),
          action: this.action(),
          ...at,
        };
      }
      case 2:
        return this.insert();
      case 3:
        return this.change();
      case 4:
        return this.create();
      case 5:
        return this.utility();
      default:
        return this.query(3);
    }
  }

  private insert(): Insert {
    return {
      kind: 'insert',
      overwrite: this.chance(30),
      target: this.objectName(),
      hints: this.hints(15),
      partition: this.maybe(20, () => this.partition()),
      columns: this.many(0, 2, () => this.objectName()),
      query: this.query(2),
      onConflict: this.pick([undefined, 'ERROR', 'NOTHING', 'DEDUPLICATE'] as const),
      ...at,
    };
  }

  private change(): Statement {
    const inserts = () => this.many(1, 2, () => this.insert());
    const set = () => ({ kind: 'statementSet', inserts: inserts(), ...at }) as const;
    const details = this.many(0, 1, () => 'CHANGELOG_MODE' as const);
    const where = this.maybe(50, () => this.expression(2));
    const target = { target: this.objectName(), hints: this.hints(10) };
    const alias = this.maybe(30, () => this.identifier());
    switch (this.random.nextInt(0, 5)) {
      case 0:
        return { kind: 'execute', statement: set(), ...at };
      case 1:
        return { kind: 'explain', details, statement: this.insert(), ...at };
      case 2: {
        const assignments = this.many(1, 2, () => {
          const value = this.expression(2);
          return { kind: 'assignment', column: this.objectName(), value, ...at } as const;
        });
        return { kind: 'update', ...target, alias, assignments, where, ...at };
      }
      case 3:
        return { kind: 'delete', ...target, alias, where, ...at };
      case 4: {
        const args = this.many(0, 2, () => this.expression(1));
        return { kind: 'callProcedure', name: this.objectName(), args, ...at };
      }
      default: {
        const ifNotExists = this.chance(50);
        return { kind: 'compilePlan', file: this.string(), ifNotExists, statement: set(), ...at };
      }
    }
  }

  private create(): Statement {
    const common = {
      ifNotExists: this.chance(30),
      name: this.objectName(),
      comment: this.maybe(30, () => this.string()),
    };
    const temporary = this.chance(30);
    const options = this.many(0, 2, () => this.option());
    switch (this.random.nextInt(0, 3)) {
      case 0: {
        const columns = this.many(0, 2, () => this.identifier());
        return { kind: 'createView', temporary, ...common, columns, query: this.query(2), ...at };
      }
      case 1:
        return { kind: 'createDatabase', ...common, options, ...at };
      case 2: {
        const { name, comment } = common;
        return {
          kind: 'createMaterializedTable',
          orAlter: temporary,
          name,
          elements: this.many(0, 2, () => this.element(false)),
          comment,
          distribution: this.distribution(),
          partitionedBy: this.many(0, 2, () => this.identifier()),
          options,
          freshness: this.maybe(50, () => this.expression(1)),
          refreshMode: this.pick([undefined, 'FULL', 'CONTINUOUS'] as const),
          startMode: this.maybe(30, () => {
            return { kind: 'startMode', mode: 'FROM_NOW', argument: this.expression(1), ...at };
          }),
          query: this.query(2),
          ...at,
        };
      }
      default: {
        const object = this.pick(['TABLE', 'VIEW', 'FUNCTION', 'MODEL', 'CONNECTION'] as const);
        const system = temporary && (object === 'FUNCTION' || object === 'CONNECTION');
        const { name, ifNotExists: ifExists } = common;
        return {
          kind: 'drop',
          object,
          temporary,
          system,
          ifExists,
          name,
          behavior: undefined,
          ...at,
        };
      }
    }
  }

  private utility(): Statement {
    const name = this.objectName();
    const pattern = { kind: 'showLike', negated: this.chance(50), operator: 'LIKE' } as const;
    switch (this.random.nextInt(0, 4)) {
      case 0: {
        const objects = this.pick(['TABLES', 'VIEWS', 'USER FUNCTIONS', 'MODELS'] as const);
        const like = this.maybe(50, () => ({ ...pattern, pattern: this.string(), ...at }));
        const from = this.maybe(50, () => name);
        return { kind: 'show', objects, from, partition: undefined, like, ...at };
      }
      case 1: {
        const object = this.pick(['TABLE', 'DATABASE', 'FUNCTION', 'MODEL', 'CONNECTION'] as const);
        return { kind: 'describe', object, extended: this.chance(50), name, ...at };
      }
      case 2:
        return { kind: 'set', option: this.maybe(80, () => this.option()), ...at };
      case 3: {
        const partition = this.maybe(50, () => this.partition());
        const columns = this.many(0, 2, () => this.identifier());
        return { kind: 'analyzeTable', name, partition, columns, allColumns: false, ...at };
      }
      default: {
        const ends = { withSavepoint: this.chance(50), withDrain: this.chance(50) };
        return { kind: 'stopJob', job: this.string(), ...ends, ...at };
      }
    }
  }

  /* Tables. */

  private createTable(): CreateTable {
    const form = this.pick(['CREATE', 'CREATE', 'CREATE OR REPLACE', 'REPLACE'] as const);
    const like = form === 'CREATE' && this.chance(25);
    return {
      kind: 'createTable',
      form,
      temporary: form !== 'REPLACE' && this.chance(20),
      ifNotExists: this.chance(20),
      name: this.objectName(),
      elements: this.many(0, 4, () => this.element(false)),
      comment: this.maybe(20, () => this.string()),
      distribution: this.distribution(),
      partitionedBy: this.many(0, 2, () => this.identifier()),
      options: this.many(0, 2, () => this.option()),
      like: like
        ? { kind: 'tableLike', source: this.objectName(), features: this.features(), ...at }
        : undefined,
      query: like ? undefined : this.maybe(40, () => this.query(2)),
      ...at,
    };
  }

  private features(): LikeFeature[] {
    return this.many(0, 2, () => ({
      kind: 'likeFeature',
      merge: this.pick(['INCLUDING', 'EXCLUDING', 'OVERWRITING'] as const),
      feature: this.pick(['ALL', 'OPTIONS', 'WATERMARKS', 'GENERATED', 'CONSTRAINTS'] as const),
      ...at,
    }));
  }

  private distribution(): Distribution | undefined {
    return this.maybe(20, () => {
      const columns = this.many(0, 2, () => this.identifier());
      const algorithm = columns.length === 0 ? undefined : this.pick([undefined, 'HASH'] as const);
      const buckets = columns.length === 0 || this.chance(50) ? 4 : undefined;
      return { kind: 'distribution', algorithm, columns, buckets, ...at };
    });
  }

  private element(alters: boolean): TableElement {
    const name = this.maybe(30, () => this.identifier());
    const type = this.pick(['PRIMARY KEY', 'UNIQUE'] as const);
    const enforced = this.pick([undefined, false, true]);
    const column = {
      name: this.identifier(),
      comment: this.maybe(20, () => this.string()),
      position: alters
        ? this.maybe(40, () => {
            const after = this.maybe(50, () => this.identifier());
            return { kind: 'columnPosition', after, ...at } as const;
          })
        : undefined,
      ...at,
    };
    switch (this.random.nextInt(0, 7)) {
      case 0:
        return { kind: 'computedColumn', ...column, expression: this.expression(2) };
      case 1: {
        const from = this.maybe(50, () => this.string());
        return {
          kind: 'metadataColumn',
          ...column,
          type: this.type(1),
          from,
          virtual: this.chance(40),
        };
      }
      case 2: {
        const expression = this.expression(2);
        return { kind: 'watermark', column: this.objectName(), expression, ...at };
      }
      case 3: {
        const columns = this.many(1, 2, () => this.identifier());
        return { kind: 'tableConstraint', name, type, columns, enforced, ...at };
      }
      case 4:
        return { kind: 'columnName', ...column };
      default: {
        const constraint = this.maybe(20, () => {
          return { kind: 'columnConstraint', name, type, enforced, ...at } as const;
        });
        return { kind: 'physicalColumn', ...column, type: this.type(2), constraint };
      }
    }
  }

  private partition(): PartitionSpec {
    const keys = this.many(1, 2, () => {
      return {
        kind: 'partitionKey',
        column: this.identifier(),
        value: this.literal(),
        ...at,
      } as const;
    });
    return { kind: 'partition', keys, ...at };
  }

  private action(): AlterTableAction {
    const change = this.pick(['ADD', 'MODIFY'] as const);
    switch (this.random.nextInt(0, 7)) {
      case 0:
        return { kind: 'rename', to: this.objectName(), ...at };
      case 1:
        return { kind: 'renameColumn', from: this.objectName(), to: this.identifier(), ...at };
      case 2:
        return { kind: 'setOptions', options: this.many(0, 2, () => this.option()), ...at };
      case 3:
        return { kind: 'dropColumns', columns: this.many(1, 2, () => this.objectName()), ...at };
      case 4: {
        const partitions = this.many(1, 2, () => {
          const options = this.many(0, 1, () => this.option());
          return { kind: 'newPartition', partition: this.partition(), options, ...at } as const;
        });
        return { kind: 'addPartitions', ifNotExists: this.chance(30), partitions, ...at };
      }
      case 5: {
        const partitions = this.many(1, 2, () => this.partition());
        return { kind: 'dropPartitions', ifExists: this.chance(30), partitions, ...at };
      }
      case 6:
        return { kind: 'dropPart', part: this.pick(['PRIMARY KEY', 'WATERMARK'] as const), ...at };
      default: {
        const elements = this.many(1, 3, () => this.element(true));
        return { kind: 'changeSchema', change, elements, ...at };
      }
    }
  }
}
