import { createHash } from 'node:crypto';
import { LuaApi } from 'wasmoon-lua5.1';
import { ErrorReply, type Reply, Status } from './replies.ts';

/** The functions of Lua's C interface that are used, by their names in the module. */
interface Lua51 {
  HEAPU8: Uint8Array;
  _malloc(size: number): number;
  addFunction(callback: (state: number) => number, signature: string): number;
  _luaL_newstate(): number;
  _luaL_openlibs(state: number): void;
  _luaL_loadbuffer(state: number, text: number, length: number, name: number): number;
  _luaL_ref(state: number, table: number): number;
  _lua_createtable(state: number, items: number, members: number): void;
  _lua_gettop(state: number): number;
  _lua_pcall(state: number, args: number, results: number, handler: number): number;
  _lua_pushboolean(state: number, value: number): void;
  _lua_pushcclosure(state: number, callback: number, upvalues: number): void;
  _lua_pushlstring(state: number, text: number, length: number): void;
  _lua_pushnumber(state: number, value: number): void;
  _lua_rawget(state: number, index: number): void;
  _lua_rawgeti(state: number, index: number, key: number): void;
  _lua_rawset(state: number, index: number): void;
  _lua_rawseti(state: number, index: number, key: number): void;
  _lua_settop(state: number, index: number): void;
  _lua_toboolean(state: number, index: number): number;
  _lua_tolstring(state: number, index: number, length: number): number;
  _lua_tonumber(state: number, index: number): number;
  _lua_type(state: number, index: number): number;
}

const REGISTRY = -10_000;
const GLOBALS = -10_002;
const TYPE = { nil: 0, boolean: 1, number: 3, string: 4, table: 5 } as const;
/** Bytes of the longest text. */
const BUFFER = 4_194_304;

/** Runs a command of a script. Errors are returned. */
type Call = (command: readonly string[]) => Reply;

/** Redis's own part: `call` raises errors, `pcall` returns them. */
const PRELUDE = `
local call = ...
redis = {
  call = function(...)
    local reply = call(...)
    if type(reply) == 'table' and reply.err then error(reply, 0) end
    return reply
  end,
  pcall = function(...) return call(...) end,
  acl_check_cmd = function() return true end
}
`;

/** A Lua 5.1, the version that Redis has. Texts are binary: one character for each byte. */
export class LuaEngine {
  readonly #lua: Lua51;
  readonly #state: number;
  readonly #buffer: number;
  readonly #length: number;
  /** Loaded scripts by digest. */
  readonly #functions = new Map<string, number>();
  #call: Call | null = null;

  private constructor(lua: Lua51) {
    this.#lua = lua;
    this.#state = lua._luaL_newstate();
    this.#buffer = lua._malloc(BUFFER);
    this.#length = lua._malloc(8);
    lua._luaL_openlibs(this.#state);
    this.#load('prelude', PRELUDE);
    this.#pushCall();
    if (lua._lua_pcall(this.#state, 1, 0, 0) !== 0) throw new Error(this.#text(-1));
  }

  static async create(): Promise<LuaEngine> {
    const { module } = await LuaApi.initialize();
    // The package declares its module without these functions.
    const lua: unknown = module;
    return new LuaEngine(lua as Lua51);
  }

  /** Runs a script. Errors are returned. @param sha digest of the text. */
  run(
    { text, sha }: { text: string; sha: string },
    keys: readonly string[],
    args: readonly string[],
    call: Call,
  ): Reply {
    const lua = this.#lua;
    const state = this.#state;
    this.#call = call;
    try {
      let reference = this.#functions.get(sha);
      if (reference === undefined) {
        const problem = this.#load('user_script', text);
        if (problem !== null) return new ErrorReply(`ERR Error compiling script (new function): ${problem}`);
        reference = lua._luaL_ref(state, REGISTRY);
        this.#functions.set(sha, reference);
      }
      this.#setGlobal('KEYS', keys);
      this.#setGlobal('ARGV', args);
      lua._lua_rawgeti(state, REGISTRY, reference);
      const hasFailed = lua._lua_pcall(state, 0, 1, 0) !== 0;
      const reply = this.#reply(-1);
      if (!hasFailed) return reply;
      const message =
        reply instanceof ErrorReply ? reply.message : `ERR ${typeof reply === 'string' ? reply : 'unknown'}`;
      return new ErrorReply(`${message} script: ${sha}, on @user_script.`);
    } finally {
      lua._lua_settop(state, 0);
      this.#call = null;
    }
  }

  /** Leaves the compiled text on the stack. @returns why it cannot be compiled. */
  #load(name: string, text: string): string | null {
    const lua = this.#lua;
    this.#push(`@${name}\0`);
    const chunkName = lua._lua_tolstring(this.#state, -1, 0);
    this.#write(text);
    const hasFailed = lua._luaL_loadbuffer(this.#state, this.#buffer, text.length, chunkName) !== 0;
    return hasFailed ? this.#text(-1) : null;
  }

  #pushCall(): void {
    const callback = this.#lua.addFunction(() => {
      const command = Array.from({ length: this.#lua._lua_gettop(this.#state) }, (_, index) =>
        this.#argument(index + 1),
      );
      if (!this.#call) throw new Error('no script runs');
      this.#pushReply(this.#call(command));
      return 1;
    }, 'ii');
    this.#lua._lua_pushcclosure(this.#state, callback, 0);
  }

  /** An argument of a command. Redis prints numbers with 17 digits, unlike Lua. */
  #argument(index: number): string {
    if (this.#lua._lua_type(this.#state, index) !== TYPE.number) return this.#text(index);
    const number = this.#lua._lua_tonumber(this.#state, index);
    return Number.isInteger(number) && Math.abs(number) < 1e17
      ? String(number)
      : number.toPrecision(17).replace(/\.?0+$/, '');
  }

  #setGlobal(name: string, texts: readonly string[]): void {
    this.#push(name);
    this.#pushReply([...texts]);
    this.#lua._lua_rawset(this.#state, GLOBALS);
  }

  #pushReply(reply: Reply): void {
    const lua = this.#lua;
    const state = this.#state;
    if (reply === null) lua._lua_pushboolean(state, 0);
    else if (typeof reply === 'number') lua._lua_pushnumber(state, reply);
    else if (typeof reply === 'string') this.#push(reply);
    else if (reply instanceof ErrorReply) this.#pushMember('err', reply.message);
    else if (reply instanceof Status) this.#pushMember('ok', reply.text);
    else {
      lua._lua_createtable(state, reply.length, 0);
      for (const [index, item] of reply.entries()) {
        this.#pushReply(item);
        lua._lua_rawseti(state, -2, index + 1);
      }
    }
  }

  /** A table with one member. */
  #pushMember(name: string, value: string): void {
    this.#lua._lua_createtable(this.#state, 0, 1);
    this.#push(name);
    this.#push(value);
    this.#lua._lua_rawset(this.#state, -3);
  }

  /** Converts a value as Redis converts what a script returns. */
  #reply(index: number): Reply {
    const lua = this.#lua;
    const state = this.#state;
    switch (lua._lua_type(state, index)) {
      case TYPE.string:
        return this.#text(index);
      case TYPE.number:
        return Math.trunc(lua._lua_tonumber(state, index));
      case TYPE.boolean:
        return lua._lua_toboolean(state, index) ? 1 : null;
      case TYPE.table:
        return this.#tableReply(index);
      default:
        return null;
    }
  }

  #tableReply(index: number): Reply {
    const lua = this.#lua;
    const state = this.#state;
    const error = this.#member(index, 'err');
    if (error !== null) return new ErrorReply(error);
    const status = this.#member(index, 'ok');
    if (status !== null) return new Status(status);
    const items: Reply[] = [];
    // A list ends before its first nil.
    for (let place = 1; ; place += 1) {
      lua._lua_rawgeti(state, index, place);
      if (lua._lua_type(state, -1) === TYPE.nil) break;
      items.push(this.#reply(-1));
      lua._lua_settop(state, -2);
    }
    lua._lua_settop(state, -2);
    return items;
  }

  /** A member of a table that is a text. */
  #member(index: number, name: string): string | null {
    const lua = this.#lua;
    this.#push(name);
    lua._lua_rawget(this.#state, index - 1);
    const value = lua._lua_type(this.#state, -1) === TYPE.string ? this.#text(-1) : null;
    lua._lua_settop(this.#state, -2);
    return value;
  }

  #push(text: string): void {
    this.#write(text);
    this.#lua._lua_pushlstring(this.#state, this.#buffer, text.length);
  }

  #write(text: string): void {
    if (text.length > BUFFER) throw new RangeError('the text is too long for the model');
    const heap = this.#lua.HEAPU8;
    const start = this.#buffer;
    for (let index = 0; index < text.length; index += 1) heap[start + index] = text.charCodeAt(index);
  }

  #text(index: number): string {
    const start = this.#lua._lua_tolstring(this.#state, index, this.#length);
    const heap = this.#lua.HEAPU8;
    const at = this.#length;
    const length =
      (heap[at] ?? 0) |
      ((heap[at + 1] ?? 0) << 8) |
      ((heap[at + 2] ?? 0) << 16) |
      ((heap[at + 3] ?? 0) << 24);
    if (length > 48) return Buffer.from(heap.buffer, heap.byteOffset + start, length).toString('latin1');
    let text = '';
    for (let offset = 0; offset < length; offset += 1) text += String.fromCharCode(heap[start + offset] ?? 0);
    return text;
  }
}

/** The digest under which Redis stores a script. */
export const shaOf = (text: string): string => createHash('sha1').update(text, 'latin1').digest('hex');
