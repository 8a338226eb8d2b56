/** What a route of the HTTP surface is; one stands in each file of `routes/`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../sessions/engine.js';
import type { Sessions } from '../sessions/sessions.js';

export interface ServerContext {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly version: string;
}

/** Versions of the SQL Gateway's REST API; without a version in the path, the newest is meant. */
export const API_VERSIONS = [1, 2, 3, 4] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];
export const DEFAULT_VERSION: ApiVersion = 4;

export interface Call {
  readonly context: ServerContext;
  readonly version: ApiVersion;
  /** Values of the path's `:names`. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** As it came; empty without one. */
  readonly body: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A reply whose text is JSON already. */
export class JsonText {
  constructor(readonly text: string) {}
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  /** The versions that have it; absent = the path stands alone, without a version. */
  readonly versions?: readonly ApiVersion[];
  readonly status?: number;
  /**
   * @returns the body, as an object or as JSON text; undefined when the route replied itself
   */
  handle(call: Call): unknown;
}
