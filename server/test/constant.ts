/** A constant SQL expression as one value, for fed values that no text can be cast to. */
import { Configuration } from '../../conf/configuration.js';
import { Batch } from '../../operators/core/batch.js';
import { bindCast } from '../../operators/expr/cast.js';
import { compileEvaluator } from '../../operators/expr/compile.js';
import { bindContext } from '../../planner/binder/bind.js';
import { ExpressionBinder } from '../../planner/binder/expression.js';
import { Scope } from '../../planner/binder/scope.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { SessionCatalog } from '../../planner/catalog/session-catalog.js';
import { parseExpression } from '../../planner/parser/parse.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';

/** @throws PARSE_*, BIND_*, DATA_EXPRESSION as a query with this expression would */
export function constantValue(sql: string, type: LogicalType, timeZone: string): Scalar {
  const catalog = new SessionCatalog(new Catalogs());
  const context = bindContext(catalog, new Configuration(), sql);
  const binder = new ExpressionBinder(context, Scope.empty, () => undefined);
  const expression = bindCast(binder.bind(parseExpression(sql)), type, 'CAST');
  const evaluate = compileEvaluator({ inputs: [], expressions: [expression], timeZone });
  const [vector] = evaluate(new Batch([], 1));
  return vector === undefined ? null : scalarAt(vector, 0, type);
}
