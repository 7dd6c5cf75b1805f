import type { Channel, End } from './link.ts';
import type { Keyspace } from './redis/keyspace.ts';
import type { LuaEngine } from './redis/lua.ts';
import { RedisModel, type Session } from './redis/model.ts';
import { CommandParser, encoded } from './redis/resp.ts';
import { Host, type Timeline } from './timeline.ts';

/**
 * Redis with a replica, as one address: after a failover, it leads to the replica. What a master acknowledges is on its disk
 * before, and at its replica some time later.
 */
export class RedisProcess {
  readonly host: Host;
  readonly #model: RedisModel;
  readonly #connections = new Set<ServerEnd>();
  /** Those that have something to send. */
  readonly #sending = new Set<ServerEnd>();
  isDown = false;

  constructor(timeline: Timeline, lua: LuaEngine) {
    this.host = new Host(timeline, 'Redis');
    this.#model = new RedisModel({ lua, now: () => this.host.timeOfDay });
  }

  set isOutOfMemory(isOut: boolean) {
    this.#model.isOutOfMemory = isOut;
  }

  /** Adds its end to a connection. */
  accept(open: (end: End) => Channel): Channel {
    const end: ServerEnd = new ServerEnd(this.host, {
      session: (receive) => this.#model.open(receive),
      onOutput: () => this.#sending.add(end),
      onInput: () => this.#send(),
      onClose: () => this.#connections.delete(end),
    });
    this.#connections.add(end);
    end.channel = open(end);
    return end.channel;
  }

  /** Crashes; nothing that was acknowledged is lost. */
  crash(): void {
    this.isDown = true;
    for (const end of [...this.#connections]) end.drop();
    this.#connections.clear();
    this.#sending.clear();
  }

  /** Starts again, with what is on its disk or with what a replica has. */
  start(keys: Keyspace = this.#model.snapshot()): void {
    this.#model.restart(keys);
    this.isDown = false;
  }

  /** What a replica has that receives nothing from now on. */
  replicated(): Keyspace {
    return this.#model.snapshot();
  }

  #send(): void {
    for (const end of this.#sending) end.flush();
    this.#sending.clear();
  }
}

interface ServerEndOptions {
  session(receive: ConstructorParameters<typeof Session>[1]): Session;
  onOutput(): void;
  onInput(): void;
  onClose(): void;
}

/** The server's end of a connection. */
class ServerEnd implements End {
  readonly host: Host;
  readonly #options: ServerEndOptions;
  readonly #session: Session;
  readonly #parser = new CommandParser();
  #output = '';
  channel: Channel | null = null;

  constructor(host: Host, options: ServerEndOptions) {
    this.host = host;
    this.#options = options;
    this.#session = options.session((reply, isPush) => {
      this.#output += encoded(reply, isPush, this.#session.protocol);
      options.onOutput();
    });
  }

  onMessage(message: unknown): void {
    for (const command of this.#parser.add(String(message))) this.#session.call(command);
    this.#options.onInput();
  }

  onClose(): void {
    this.#session.close();
    this.channel?.close(1);
    this.#options.onClose();
  }

  flush(): void {
    this.channel?.send(0, this.#output);
    this.#output = '';
  }

  /** The process has died: its system closes the connection. */
  drop(): void {
    this.#session.close();
    this.#output = '';
    this.channel?.break();
  }
}
