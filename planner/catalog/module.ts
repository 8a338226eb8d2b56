/** Modules: where functions come from. There is one, `core`; it can be unused and unloaded. */
import type { LoadModule, UnloadModule, UseModules } from '../parser/ast/utility.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import { OK, type StatementResult } from './result.js';

export function loadModule({ name }: LoadModule, context: DdlContext): StatementResult {
  const { catalog } = context;
  if (catalog.loadedModules.includes(name.name)) {
    const reason = `A module with name '${name.name}' already exists`;
    throw ddlError(context, 'CATALOG_EXISTS', reason, name);
  }
  if (name.name !== 'core') {
    const reason = `There is no module '${name.name}'; the one known is core`;
    throw ddlError(context, 'CATALOG_MISSING', reason, name);
  }
  catalog.loadedModules.push(name.name);
  catalog.usedModules.push(name.name);
  return OK;
}

export function unloadModule({ name }: UnloadModule, context: DdlContext): StatementResult {
  const { catalog } = context;
  if (!catalog.loadedModules.includes(name.name)) {
    const reason = `No module with name '${name.name}' exists`;
    throw ddlError(context, 'CATALOG_MISSING', reason, name);
  }
  catalog.loadedModules = catalog.loadedModules.filter((each) => each !== name.name);
  catalog.usedModules = catalog.usedModules.filter((each) => each !== name.name);
  return OK;
}

export function useModules({ names }: UseModules, context: DdlContext): StatementResult {
  const { catalog } = context;
  for (const [i, name] of names.entries()) {
    if (!catalog.loadedModules.includes(name.name)) {
      const reason = `No module with name '${name.name}' exists`;
      throw ddlError(context, 'CATALOG_MISSING', reason, name);
    }
    if (names.findIndex((other) => other.name === name.name) < i) {
      const reason = `Module '${name.name}' appears more than once`;
      throw ddlError(context, 'CATALOG_INVALID', reason, name);
    }
  }
  catalog.usedModules = names.map((name) => name.name);
  return OK;
}
