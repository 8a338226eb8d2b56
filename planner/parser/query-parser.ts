/** Parses queries: WITH, SELECT, VALUES, TABLE, set operations, ORDER BY and LIMIT. */
import type { Expression } from './ast/expression.js';
import type { Identifier } from './ast/node.js';
import type {
  CommonTable,
  GroupBy,
  GroupItem,
  GroupSets,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SetOperation,
  Values,
  ValuesRow,
} from './ast/query.js';
import type { NamedWindow } from './ast/window.js';
import { FromParser } from './from-parser.js';

type SetOperator = SetOperation['operator'];

/** Words behind a selected expression, of which a misspelt one is taken for an alias. */
const afterItem = ['FROM', 'WHERE', 'UNION', 'ORDER', 'LIMIT'];

export class QueryParser extends FromParser {
  /** Whether a query starts at hand. */
  atQuery(): boolean {
    return (
      this.at('SELECT') ||
      this.at('WITH') ||
      this.at('VALUES') ||
      (this.at('TABLE') && this.isNameAt(this.index + 1)) ||
      (this.at('(') && this.atQueryInParentheses())
    );
  }

  query(): Query {
    this.enter();
    const { start } = this;
    const commonTables = this.accept('WITH') ? this.commonTables() : [];
    const body = this.setOperation();
    const orderBy = this.optionalOrderBy();
    let offset: Expression | undefined;
    let limit: Expression | undefined;
    for (let limited = false; ; ) {
      if (!limited && this.accept('LIMIT')) {
        if (!this.accept('ALL')) limit = this.expression();
        limited = true;
      } else if (offset === undefined && this.accept('OFFSET')) {
        offset = this.expression();
        if (!this.accept('ROWS')) this.accept('ROW');
      } else if (!limited && this.accept('FETCH')) {
        limit = this.fetch();
        limited = true;
      } else {
        break;
      }
    }
    this.leave();
    const { end } = this;
    const query: Query = {
      kind: 'query',
      with: commonTables,
      body,
      orderBy,
      offset,
      limit,
      start,
      end,
    };
    return body.kind === 'query' && isBare(query) ? body : query;
  }

  /** `FIRST n ROWS ONLY`, behind FETCH. */
  private fetch(): Expression {
    this.expectOne('FIRST', 'NEXT');
    const limit = this.expression();
    this.expectOne('ROWS', 'ROW');
    this.expect('ONLY');
    return limit;
  }

  private commonTables(): CommonTable[] {
    const recursive = this.accept('RECURSIVE');
    return this.list(() => this.commonTable(recursive));
  }

  private commonTable(recursive: boolean): CommonTable {
    const name = this.identifier();
    const columns = this.at('(') ? this.identifiers() : [];
    this.expect('AS');
    const query = this.queryInParentheses();
    const { start } = name;
    return { kind: 'commonTable', recursive, name, columns, query, start, end: this.end };
  }

  /* Set operations: INTERSECT binds more strongly than UNION and EXCEPT. */

  private setOperation(): QueryBody {
    const { start } = this;
    let left = this.intersection();
    for (;;) {
      const operator = this.setOperator();
      if (operator === undefined) return left;
      left = this.setRun(left, operator, start);
    }
  }

  private intersection(): QueryBody {
    const { start } = this;
    let left = this.queryTerm();
    while (this.at('INTERSECT')) left = this.setRun(left, 'INTERSECT', start);
    return left;
  }

  private setOperator(): 'UNION' | 'EXCEPT' | undefined {
    if (this.at('UNION')) return 'UNION';
    return this.at('EXCEPT') || this.at('MINUS') ? 'EXCEPT' : undefined;
  }

  /** Operands that follow each other with one operator and one quantifier. */
  private setRun(first: QueryBody, operator: SetOperator, start: number): QueryBody {
    const operands = [first];
    const all = this.setQuantifier();
    for (;;) {
      operands.push(operator === 'INTERSECT' ? this.queryTerm() : this.intersection());
      const next =
        operator === 'INTERSECT' ? this.at('INTERSECT') : this.setOperator() === operator;
      if (!next) break;
      const { index } = this;
      if (this.setQuantifier() === all) continue;
      this.position = index;
      break;
    }
    return { kind: 'setOperation', operator, all, operands, start, end: this.end };
  }

  /** Reads the operator and its quantifier: whether it is ALL. */
  private setQuantifier(): boolean {
    this.position++;
    if (this.accept('ALL')) return true;
    this.accept('DISTINCT');
    return false;
  }

  private queryTerm(): QueryBody {
    const { start } = this;
    if (this.at('SELECT')) return this.select();
    if (this.at('VALUES')) return this.values();
    if (this.accept('TABLE')) {
      return { kind: 'explicitTable', name: this.objectName(), start, end: this.end };
    }
    const query = this.queryInParentheses();
    return isBare(query) ? query.body : query;
  }

  private values(): Values {
    const { start } = this;
    this.position++;
    const rows = this.list(() => this.valuesRow());
    return { kind: 'values', rows, start, end: this.end };
  }

  private valuesRow(): ValuesRow {
    const { start } = this;
    let items: Expression[];
    if (this.word === 'ROW' || (this.word === '(' && !this.atQueryInParentheses())) {
      this.accept('ROW');
      items = this.parenthesized(() => this.expression());
    } else {
      items = [this.expression()];
    }
    return { kind: 'valuesRow', items, start, end: this.end };
  }

  /* SELECT. */

  private select(): Select {
    const { start } = this;
    this.position++;
    const hints = this.hints();
    const quantifier = this.quantifier();
    const items = this.list(() => this.selectItem());
    const from = this.accept('FROM') ? this.fromItems() : undefined;
    const where = this.accept('WHERE') ? this.expression() : undefined;
    const groupBy = this.at('GROUP') ? this.groupBy() : undefined;
    const having = this.accept('HAVING') ? this.expression() : undefined;
    const windows = this.accept('WINDOW') ? this.list(() => this.namedWindow()) : [];
    const qualify = this.accept('QUALIFY') ? this.expression() : undefined;
    return {
      kind: 'select',
      hints,
      quantifier,
      items,
      from,
      where,
      groupBy,
      having,
      windows,
      qualify,
      start,
      end: this.end,
    };
  }

  private quantifier(): 'ALL' | 'DISTINCT' | undefined {
    if (this.accept('DISTINCT')) return 'DISTINCT';
    return this.accept('ALL') ? 'ALL' : undefined;
  }

  private selectItem(): SelectItem {
    const { start } = this;
    if (this.accept('*')) return { kind: 'star', qualifier: [], start, end: this.end };
    const star = this.qualifiedStar();
    if (star !== undefined) return star;
    const expression = this.expression();
    this.noteNear(afterItem);
    const alias = this.accept('AS') || this.atName() ? this.identifier() : undefined;
    return { kind: 'selectExpression', expression, alias, start, end: this.end };
  }

  /** `t.*`, or nothing. */
  private qualifiedStar(): SelectItem | undefined {
    const { start } = this;
    let ahead = this.index;
    while (this.isNameAt(ahead) && this.wordAfter(ahead + 1 - this.index) === '.') ahead += 2;
    if (ahead === this.index || this.wordAfter(ahead - this.index) !== '*') return undefined;
    const qualifier: Identifier[] = [];
    while (!this.accept('*')) {
      qualifier.push(this.identifier());
      this.expect('.');
    }
    return { kind: 'star', qualifier, start, end: this.end };
  }

  private groupBy(): GroupBy {
    const { start } = this;
    this.expectAll('GROUP', 'BY');
    const quantifier = this.quantifier();
    const items = this.list(() => this.groupItem());
    return { kind: 'groupBy', quantifier, items, start, end: this.end };
  }

  private groupItem(): GroupItem {
    const { start } = this;
    this.enter();
    const item = this.groupSets() ?? this.groupSet();
    this.leave();
    if (item !== undefined) return item;
    const expression = this.expression();
    if (expression.kind !== 'row' || expression.explicit) return expression;
    return { kind: 'groupSet', items: expression.items, start, end: this.end };
  }

  private groupSets(): GroupSets | undefined {
    const { start } = this;
    let form: GroupSets['form'];
    if (this.acceptBoth('GROUPING', 'SETS')) form = 'GROUPING SETS';
    else if (this.atBoth('ROLLUP', '(')) form = this.expectOne('ROLLUP');
    else if (this.atBoth('CUBE', '(')) form = this.expectOne('CUBE');
    else return undefined;
    const items = this.parenthesized(() => this.groupItem());
    return { kind: 'groupSets', form, items, start, end: this.end };
  }

  /** `()`; other sets are read as rows. */
  private groupSet(): GroupItem | undefined {
    const { start } = this;
    if (!this.acceptBoth('(', ')')) return undefined;
    return { kind: 'groupSet', items: [], start, end: this.end };
  }

  private namedWindow(): NamedWindow {
    const name = this.identifier();
    this.expect('AS');
    const window = this.windowSpecification();
    return { kind: 'namedWindow', name, window, start: name.start, end: this.end };
  }
}

/** Whether a query is its body and nothing more. */
function isBare({ with: commonTables, orderBy, offset, limit }: Query): boolean {
  const nothing = commonTables.length === 0 && orderBy.length === 0;
  return nothing && offset === undefined && limit === undefined;
}
