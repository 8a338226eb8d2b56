/** Calls of functions that users wrote in JavaScript; made by the binder, not by a name in SQL. */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import { naturalRepr, type Repr } from '../code/value.js';
import type { CallExpr, Expr, Span } from '../expression.js';
import type { ScalarFunction } from '../function.js';
import { javascriptCall } from '../runtime/javascript.js';
import type { JavascriptExport } from '../runtime/javascript-module.js';
import { supportsImplicitCast } from '../types/cast-rules.js';

export const JAVASCRIPT_FUNCTION = 'JAVASCRIPT FUNCTION';

/** A module's function and its types. */
export interface JavascriptTarget {
  readonly kind: JavascriptExport['kind'];
  readonly file: string;
  readonly export: string;
  readonly arguments: readonly LogicalType[];
  /** Of a table function the type of its rows. */
  readonly returns: LogicalType;
  /** How long its calls for a batch may take; 0 = without a limit. */
  readonly timeoutMs: number;
  /** An aggregate that can take values back. */
  readonly retracts: boolean;
}

/** What a call keeps of its target. */
export interface JavascriptOption {
  readonly file: string;
  readonly export: string;
  readonly timeoutMs: number;
}

/** The arguments as the function takes them; undefined when they do not fit. */
export function javascriptArguments(
  { arguments: params }: JavascriptTarget,
  args: readonly Expr[],
): Expr[] | undefined {
  if (args.length !== params.length) return undefined;
  const operands: Expr[] = [];
  for (const [i, arg] of args.entries()) {
    const param = { ...(params[i] as LogicalType), nullable: arg.type.nullable };
    if (arg.type.root !== 'NULL' && !supportsImplicitCast(arg.type, param)) return undefined;
    operands.push(castTo(arg, arg.type.root === 'NULL' ? { ...param, nullable: true } : param));
  }
  return operands;
}

/** Undefined when the arguments do not fit. */
export function javascriptExpr(
  target: JavascriptTarget,
  args: readonly Expr[],
  span: Span,
): CallExpr | undefined {
  const { returns: type, file, export: name, timeoutMs } = target;
  const operands = javascriptArguments(target, args);
  if (operands === undefined) return undefined;
  const option = { file, export: name, timeoutMs } satisfies JavascriptOption;
  return { kind: 'call', name: JAVASCRIPT_FUNCTION, args: operands, type, option, span };
}

/** How long calls of users' functions in these expressions may take, in all for a batch. */
export function timeLimitOf(expressions: Iterable<Expr>): number {
  let limitMs = 0;
  for (const expr of expressions) {
    if (expr.kind !== 'call') continue;
    if (expr.name === JAVASCRIPT_FUNCTION) {
      limitMs = Math.max(limitMs, (expr.option as unknown as JavascriptOption).timeoutMs);
    }
    limitMs = Math.max(limitMs, timeLimitOf(expr.args));
  }
  return limitMs;
}

/** NULL is handed over as null. Each row calls anew: nobody knows what the function looks at. */
const javascript: ScalarFunction = {
  names: [JAVASCRIPT_FUNCTION],
  signatures: ['a function of CREATE FUNCTION'],
  volatility: 'row',
  bind: () => undefined,
  emit(gen, call) {
    const { file, export: name } = call.option as unknown as JavascriptOption;
    const operands = call.args.map((arg) => {
      const { parts, nul } = gen.as(gen.emit(arg), handedOver(arg.type));
      return nul === 'false' ? (parts[0] as string) : `(${nul} ? null : ${parts[0]})`;
    });
    const result = gen.slots(handedOver(call.type), call.type);
    const run = gen.use(javascriptCall(file, name, call.type));
    // A call that is stopped for its time leaves no chance to note the row then.
    gen.line('R.row = r;');
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
