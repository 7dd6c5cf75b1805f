import type { PlainReply } from './servers.ts';

const keys = ['k', 'other'];
const args = ['a', 'b'];

/** Scripts on their own, and what they return. KEYS are `k` and `other`, ARGV `a` and `b`. */
export const LUA_CASES: Readonly<Record<string, readonly [lua: string, reply: PlainReply]>> = {
  'keys and arguments': ['return { KEYS[1], KEYS[2], ARGV[1], #KEYS, #ARGV }', ['k', 'other', 'a', 2, 2]],
  unpack: ['local one, two, three = unpack(KEYS) return { two, type(three) }', ['other', 'nil']],
  'numbers lose their fraction': ['return { 1.9, -1.9, 3 }', [1, -1, 3]],
  'true is 1, false and nil are null': ['return { true, false, 2 }', [1, null, 2]],
  'nothing is returned': ['local x = 1', null],
  'false is returned': ['return false', null],
  'a list ends before its first nil': ['return { 1, nil, 3 }', [1]],
  'names of a table are left out': ['return { 1, name = 2 }', [1]],
  'a status': ["return { ok = 'FINE' }", 'FINE'],
  'an error as a value': ["return { err = 'MINE with words' }", '!MINE with words'],
  'an error that is raised': ["error({ err = 'MINE raised' })", '!MINE raised'],
  'division yields a fraction': ["return tostring(7 / 2) .. ' ' .. tostring(8 / 2)", '3.5 4'],
  'large numbers as Lua prints them': [
    "return tostring(1700000000000) .. ' ' .. 1700000000000000",
    '1700000000000 1.7e+15',
  ],
  'large numbers printed in full': ["return string.format('%.0f', 1700000000000123)", '1700000000000123'],
  'a number as an argument of a command': [
    "redis.call('SET', KEYS[1], 1700000000000) return redis.call('GET', KEYS[1])",
    '1700000000000',
  ],
  'a fraction as an argument of a command': [
    "redis.call('SET', KEYS[1], 0.5) return redis.call('GET', KEYS[1])",
    '0.5',
  ],
  'a missing value is false': ["return redis.call('GET', KEYS[1]) == false and 'false'", 'false'],
  'missing members are false': [
    "local r = redis.call('HMGET', KEYS[1], 'a', 'b') return { #r, r[1] == false and 1 or 0 }",
    [2, 1],
  ],
  'a status of a command is a table': ["return redis.call('SET', KEYS[1], 'v').ok", 'OK'],
  'an integer of a command is a number': ["return type(redis.call('EXISTS', KEYS[1]))", 'number'],
  'scores are texts': [
    "redis.call('ZADD', KEYS[1], 5, 'm') return type(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])",
    'string',
  ],
  'entries of a stream are nested': [
    "redis.call('XADD', KEYS[1], '1-1', 'a', 'b') return redis.call('XRANGE', KEYS[1], '-', '+')[1][2][2]",
    'b',
  ],
  'call raises the error of a command': [
    "redis.call('SET', KEYS[1], 'v') return redis.call('HGET', KEYS[1], 'a')",
    '!WRONGTYPE Operation against a key holding the wrong kind of value',
  ],
  'pcall returns it': [
    "redis.call('SET', KEYS[1], 'v') local r = redis.pcall('HGET', KEYS[1], 'a') return { type(r), string.sub(r.err, 1, 9) }",
    ['table', 'WRONGTYPE'],
  ],
  "Lua's own pcall catches it": [
    "redis.call('SET', KEYS[1], 'v') local ok = pcall(redis.call, 'HGET', KEYS[1], 'a') return tostring(ok)",
    'false',
  ],
  'writes before an error remain': [
    "redis.call('SET', KEYS[1], 'v') error('stop')",
    '!ERR user_script:1: stop',
  ],
  'a command that does not exist': [
    "return redis.call('NONSENSE')",
    '!ERR Unknown Redis command called from script',
  ],
  'too few arguments': [
    "return redis.call('GET')",
    '!ERR Wrong number of args calling Redis command from script',
  ],
  'commands may be written in small letters': [
    "redis.call('set', KEYS[1], 'v') return redis.call('get', KEYS[1])",
    'v',
  ],
  patterns: ["return { string.match('12-34 x', '^(%d+)-(%d+) (%S+)$') }", ['12', '34', 'x']],
  'texts are bytes': [
    "redis.call('SET', KEYS[1], '\\195\\164') return { #redis.call('GET', KEYS[1]), '\\0\\255' }",
    [2, '\0\u00ff'],
  ],
  'comparison of texts with numbers in arithmetic': ["return ARGV[1] == 'a' and '5' * '4'", 20],
  'a permission': ["return redis.acl_check_cmd('GET', 'k') and 'yes'", 'yes'],
  'a permission for a command that does not exist': [
    "local ok, problem = pcall(redis.acl_check_cmd, 'NONSENSE') return tostring(ok)",
    'false',
  ],
};

export const LUA_KEYS = keys;
export const LUA_ARGS = args;
