/** SET and RESET. */
import type { BindContext } from '../binder/context.js';
import type { ResetOption, SetOption } from '../parser/ast/utility.js';
import { OK, type StatementResult, tableResult } from './result.js';

/** @throws CONFIG_VALUE */
export function executeSetting(
  statement: SetOption | ResetOption,
  context: BindContext,
): StatementResult {
  const { configuration } = context.shared;
  if (statement.kind === 'reset') {
    configuration.reset(statement.key);
    return OK;
  }
  const { option } = statement;
  if (option === undefined) return tableResult(['key', 'value'], configuration.shown());
  const place = context.place({ start: option.valueStart, end: option.valueEnd });
  configuration.set(option.key, option.value, place);
  return OK;
}
