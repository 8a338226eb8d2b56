/**
 * The open sessions of a server. A session that no request has named for `sql-gateway.session.
 * idle-timeout`, and in which nothing runs, is closed.
 */
import type { Timer } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import {
  SESSION_CHECK_INTERVAL,
  SESSION_IDLE_TIMEOUT,
  SESSION_MAX_NUM,
} from '../../conf/options/sql-gateway.js';
import type { Engine } from './engine.js';
import { Session } from './session.js';

export class Sessions {
  readonly #engine: Engine;
  readonly #open = new Map<string, Session>();
  #check: Timer | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#schedule();
  }

  /** @param properties settings over those of the server @throws CONFIG_VALUE, SESSION_LIMIT */
  open(properties: Readonly<Record<string, string>> = {}, name?: string): Session {
    const most = this.#engine.configuration.get(SESSION_MAX_NUM);
    if (this.#open.size >= most) {
      throw new MillraceError('SESSION_LIMIT', `${most} sessions are open already`);
    }
    const session = this.make(properties, name);
    this.#open.set(session.id, session);
    return session;
  }

  /** A session that only its maker knows, for one script. */
  make(properties: Readonly<Record<string, string>> = {}, name?: string): Session {
    const configuration = this.#engine.configuration.derive();
    for (const [key, text] of Object.entries(properties)) configuration.set(key, text);
    for (const notice of configuration.takeNotices()) this.#engine.log(notice);
    // What the client gave is the session's base: RESET comes back to it.
    return new Session(this.#engine, this.#engine.planner(configuration.derive()), name);
  }

  /** @throws SESSION_MISSING */
  get(id: string): Session {
    const session = this.#open.get(id);
    if (session === undefined) {
      throw new MillraceError('SESSION_MISSING', `Session '${id}' does not exist.`);
    }
    session.touchedAt = this.#engine.clock.now();
    return session;
  }

  close(id: string): void {
    this.get(id).close();
    this.#open.delete(id);
  }

  closeAll(): void {
    this.#check?.cancel();
    for (const id of [...this.#open.keys()]) this.close(id);
  }

  #schedule(): void {
    const { configuration, clock } = this.#engine;
    const interval = configuration.get(SESSION_CHECK_INTERVAL);
    const timeout = configuration.get(SESSION_IDLE_TIMEOUT);
    if (interval <= 0 || timeout <= 0) return;
    this.#check = clock.after(interval, () => {
      const oldest = clock.now() - timeout;
      for (const session of [...this.#open.values()]) {
        if (session.touchedAt <= oldest && !session.busy) this.close(session.id);
      }
      this.#schedule();
    });
  }
}
