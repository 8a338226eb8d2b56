/** Calls of functions that users wrote in JavaScript; made by the binder, not by a name in SQL. */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import { naturalRepr, type Repr } from '../code/value.js';
import type { CallExpr, Expr, Span } from '../expression.js';
import type { ScalarFunction } from '../function.js';
import { javascriptCall } from '../runtime/javascript.js';
import { supportsImplicitCast } from '../types/cast-rules.js';

const NAME = 'JAVASCRIPT FUNCTION';

/** A module's function and its types. */
export interface JavascriptTarget {
  readonly file: string;
  readonly export: string;
  readonly arguments: readonly LogicalType[];
  readonly returns: LogicalType;
}

/** Undefined when the arguments do not fit. */
export function javascriptExpr(
  target: JavascriptTarget,
  args: readonly Expr[],
  span: Span,
): CallExpr | undefined {
  const { arguments: params, returns: type, file, export: name } = target;
  if (args.length !== params.length) return undefined;
  const operands: Expr[] = [];
  for (const [i, arg] of args.entries()) {
    const param = { ...(params[i] as LogicalType), nullable: arg.type.nullable };
    if (arg.type.root !== 'NULL' && !supportsImplicitCast(arg.type, param)) return undefined;
    operands.push(castTo(arg, arg.type.root === 'NULL' ? { ...param, nullable: true } : param));
  }
  return { kind: 'call', name: NAME, args: operands, type, option: { file, export: name }, span };
}

/** NULL is handed over as null. Each row calls anew: nobody knows what the function looks at. */
const javascript: ScalarFunction = {
  names: [NAME],
  signatures: ['a function of CREATE FUNCTION'],
  volatility: 'row',
  bind: () => undefined,
  emit(gen, call) {
    const { file, export: name } = call.option as {
      readonly file: string;
      readonly export: string;
    };
    const operands = call.args.map((arg) => {
      const { parts, nul } = gen.as(gen.emit(arg), handedOver(arg.type));
      return nul === 'false' ? (parts[0] as string) : `(${nul} ? null : ${parts[0]})`;
    });
    const result = gen.slots(handedOver(call.type), call.type);
    const run = gen.use(javascriptCall(file, name, call.type));
    const held = gen.hold(`${run}(${[...operands, gen.site(call)].join(', ')})`);
    const nul = gen.hold(`${held} === null`, 'n');
    gen.line(`if (!${nul}) ${result.parts[0]} = ${held};`);
    return { ...result, nul };
  },
};

function handedOver(type: LogicalType): Repr {
  if (type.root === 'BIGINT') return 'big';
  return type.root === 'VARCHAR' ? 'str' : naturalRepr(type);
}

export const javascriptFunctions: readonly ScalarFunction[] = [javascript];
