/** Functions on JSON: their clauses become the call's option. */
import type { Expr } from '../../operators/expr/expression.js';
import { typeText } from '../../state/column/type-text.js';
import type { JsonFunction, JsonTest } from '../parser/ast/json.js';
import type { ExpressionBinder } from './expression.js';
import { bindType } from './type.js';

export function bindJson(node: JsonFunction | JsonTest, binder: ExpressionBinder): Expr {
  switch (node.kind) {
    case 'isJson': {
      const test = binder.call('IS JSON', [node.operand], node, node.type);
      return node.negated ? binder.made('NOT', [test], node) : test;
    }
    case 'jsonExists':
      return binder.call('JSON_EXISTS', [node.input, node.path], node, {
        onError: node.onError ?? 'FALSE',
      });
    case 'jsonValue': {
      const defaults = [node.onEmpty?.value, node.onError?.value].filter((d) => d !== undefined);
      const returning = node.returning && typeText(bindType(node.returning, binder.context));
      return binder.call('JSON_VALUE', [node.input, node.path, ...defaults], node, {
        returning: returning ?? null,
        onEmpty: node.onEmpty?.behavior ?? 'NULL',
        onError: node.onError?.behavior ?? 'NULL',
      });
    }
    case 'jsonQuery': {
      const returning = node.returning && typeText(bindType(node.returning, binder.context));
      return binder.call('JSON_QUERY', [node.input, node.path], node, {
        returning: returning ?? null,
        wrapper: node.wrapper ?? 'WITHOUT',
        onEmpty: node.onEmpty ?? 'NULL',
        onError: node.onError ?? 'NULL',
      });
    }
    case 'jsonObject': {
      const items = node.entries.flatMap((entry) => [entry.key, entry.value]);
      return binder.call('JSON_OBJECT', items, node, { onNull: node.onNull ?? 'NULL' });
    }
    case 'jsonArray':
      return binder.call('JSON_ARRAY', node.items, node, { onNull: node.onNull ?? 'ABSENT' });
    case 'jsonObjectAgg':
      throw binder.context.unsupported('JSON_OBJECTAGG', node);
    case 'jsonArrayAgg':
      throw binder.context.unsupported('JSON_ARRAYAGG', node);
  }
}
