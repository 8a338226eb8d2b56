/**
 * The compact picture of a syntax tree that tests compare: one line, kinds with their properties,
 * without offsets and without what is absent.
 */

/** `select{items: [column a], from: table{name: t}}`; names, literals and lists are short. */
export function shape(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(shape).join(', ')}]`;
  if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'undefined';
  const fields = node as Record<string, unknown>;
  switch (fields.kind) {
    case 'identifier':
      return fields.quoted ? `\`${fields.name}\`` : String(fields.name);
    case 'name':
    case 'column':
      return (fields.parts as unknown[]).map(shape).join('.');
    case 'number':
      return String(fields.text);
    case 'string':
      return `'${fields.value}'`;
    case 'boolean':
      return fields.value === null ? 'UNKNOWN' : String(fields.value).toUpperCase();
    case 'option':
      return `'${fields.key}' = '${fields.value}'`;
    case 'optionKey':
      return `'${fields.key}'`;
    default:
      return `${fields.kind}${properties(fields)}`;
  }
}

function properties(fields: Record<string, unknown>): string {
  const shown: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'kind' || key === 'start' || key === 'end') continue;
    // NOT ENFORCED is not the same as neither.
    if (isAbsent(value) && !(key === 'enforced' && value === false)) continue;
    if (value === true) shown.push(key);
    else shown.push(`${key}: ${typeof value === 'string' ? value : shape(value)}`);
  }
  return shown.length === 0 ? '' : `{${shown.join(', ')}}`;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** The tree without offsets, for comparing trees of different texts. */
export function withoutOffsets(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutOffsets);
  if (typeof node !== 'object' || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (!offsets.has(key)) out[key] = withoutOffsets(value);
  }
  return out;
}

const offsets: ReadonlySet<string> = new Set(['start', 'end', 'valueStart', 'valueEnd']);
