import { createHash } from 'node:crypto';

/** A Lua script with the SHA-1 digest that Redis caches it under. */
export interface Script {
  lua: string;
  /** Null: it is rare and always sent as text, so that what is sent after it never comes first because this one was not cached. */
  sha: string | null;
}

const script = (lua: string): Script => ({ lua, sha: createHash('sha1').update(lua).digest('hex') });

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** One call of a script, with its keys and arguments in order. */
export interface ScriptCall {
  script: Script;
  keys: readonly string[];
  args: readonly (string | number)[];
}

/** Names of keys of a topic that differ from those that scripts have for them. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  channel: 'appended',
  order: 'snapshot-order',
  expiry: 'snapshot-expiry',
};

/**
 * A script that names its keys and arguments, as in `key.head` and `given.kind`.
 * @param keys and args are names with spaces between them.
 * @returns makes a call, from a value for each argument, and the name of each key that is not the same for a whole topic.
 */
function named<const Keys extends string, const Arguments extends string>(
  keys: Keys,
  args: Arguments,
  lua: string,
  { isRare = false } = {},
) {
  type Given = Record<Words<Arguments> | Extract<Words<Keys>, 'once' | 'latest'>, string | number>;
  const [keyNames, argumentNames] = [keys.split(' '), args.split(' ')];
  const table = (names: readonly string[], from: string): string =>
    names.map((name, index) => `${name} = ${from}[${index + 1}]`).join(', ');
  const prelude = `local key = { ${table(keyNames, 'KEYS')} }\nlocal given = { ${table(argumentNames, 'ARGV')} }\n`;
  const text = isRare ? { lua: prelude + lua, sha: null } : script(prelude + lua);
  return (keyOf: (name: string) => string, given: Given): ScriptCall => {
    const values: Readonly<Record<string, string | number>> = given;
    return {
      script: text,
      keys: keyNames.map((name) => keyOf(String(values[name] ?? KEY_NAMES[name] ?? name))),
      args: argumentNames.map((name) => values[name] ?? ''),
    };
  };
}

const CLOCK = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function whole(number) return string.format('%.0f', number) end
`;

/**
 * A snapshot is stored as \`revision order expires state\`; expires 0: never. Another format starts with another character
 * than a digit (docs/stored-data.md).
 */
const SNAPSHOT = `
local function isOtherFormat(stored) return stored and not string.match(stored, '^%d+ %d+ %d+ ') end
local function unpacked(stored)
  if not stored or isOtherFormat(stored) then return nil end
  local revision, order, expires, state = string.match(stored, '^(%d+) (%d+) (%d+) (.*)$')
  if tonumber(expires) > 0 and tonumber(expires) <= now then return nil end
  return { revision = tonumber(revision), order = tonumber(order), state = state }
end
`;

/** Payload of the mark that the log lost its newest entries. */
export const TAIL_LOST = 'LOG_REPLACED';

/**
 * Arguments of an append that describe its topic: the epoch of a new one; epoch or '', sequence and time of the newest entry
 * known to the caller; how many entries, how many ms of entries and of the head, and how many bytes of payloads it retains; for
 * how many ms a loss, if the topic has no reader and no events.
 */
const TOPIC = 'newEpoch seenEpoch seenSequence seenTime keepEntries keepFor keepHead keepBytes keepUnread';

/**
 * Functions of the scripts that append. They repeat the reply of an append that has been carried out, and write nothing before every
 * check; the first write is one that a full or read-only Redis refuses. An entry has the sum of all payloads up to it, so that entries
 * over the maximum are found without adding up.
 */
const APPENDING = `
${CLOCK}
-- The reply of this append if it was carried out before. Otherwise nil, and whether another append has its key.
local function replyBefore()
  local stored = redis.call('GET', key.once)
  if not stored then return nil, false end
  local by, epoch, sequence, time = string.match(stored, '^(%S+) (%S+) (%d+) (%d+)$')
  if by == given.id then return { 'appended', epoch, sequence, time } end
  return nil, true
end

-- The newest entry. It fell back if the log lost what the caller has seen of it, and has no mark of that.
local function readHead()
  local stored = redis.call('HMGET', key.head, 'epoch', 'sequence', 'time', 'marked', 'bytes', 'from')
  local head = { isNew = not stored[1], epoch = stored[1] or given.newEpoch }
  for i, name in ipairs({ 'sequence', 'time', 'marked', 'bytes', 'from' }) do head[name] = tonumber(stored[i + 1] or 0) end
  local seenSequence, seenTime = tonumber(given.seenSequence), tonumber(given.seenTime)
  head.fellBack = stored[1] == given.seenEpoch
    and (head.sequence < seenSequence or (head.sequence == seenSequence and head.time ~= seenTime))
    and head.marked < seenTime
  return head
end

-- Removes the oldest entries until the payloads of the rest are within the maximum. The newest one stays.
local function trimBytes(bytes, newest)
  local after, first, from = '-', nil, 0
  repeat
    local found = redis.call('XRANGE', key.stream, after, '+', 'COUNT', 8)
    for _, entry in ipairs(found) do
      local field = {}
      for i = 1, #entry[2], 2 do field[entry[2][i]] = entry[2][i + 1] end
      -- Older releases wrote no sum: such an entry precedes all that have one.
      from = tonumber(field.bytes or 0) - #(field.payload or '')
      first, after = entry[1], '(' .. entry[1]
      if field.bytes and bytes - from <= tonumber(given.keepBytes) then break end
      if entry[1] == newest then break end
      first = nil
    end
  until first or #found < 8
  if first then
    redis.call('XTRIM', key.stream, 'MINID', first)
    redis.call('HSET', key.head, 'from', whole(from))
  end
end

-- Appends entries of a kind and a payload, and tells the readers.
local function append(head, entries)
  -- Of another type, the stream would fail the script after its first write.
  local isFirst = redis.call('XLEN', key.stream) == 0
  local time, sequence = whole(math.max(now, head.time)), whole(head.sequence + #entries)
  -- A read makes a topic last. Without one, an event does for as long as it is retained itself, and a loss does not.
  local left = redis.call('PTTL', key.head)
  local lasts = given.kind or left > tonumber(given.keepUnread)
  local headFor = left > tonumber(given.keepFor) and given.keepHead or given.keepFor
  if key.once then
    redis.call('SET', key.once, table.concat({ given.id, head.epoch, sequence, time }, ' '), 'PX', given.rememberFor)
  end
  redis.call('HSET', key.head, 'epoch', head.epoch, 'sequence', sequence, 'time', time)
  if head.fellBack then redis.call('HSET', key.head, 'marked', time) end
  if head.isNew then redis.call('DEL', key.stream) end
  local previous, bytes = head.time, head.bytes
  for i, entry in ipairs(entries) do
    bytes = bytes + #entry.payload
    redis.call('XADD', key.stream, 'MAXLEN', '~', given.keepEntries, time .. '-' .. whole(head.sequence + i),
      'kind', entry.kind, 'payload', entry.payload, 'previous', whole(previous), 'bytes', whole(bytes))
    previous = time
  end
  redis.call('HSET', key.head, 'bytes', whole(bytes))
  redis.call('XTRIM', key.stream, 'MINID', whole(now - tonumber(given.keepFor)))
  if bytes - head.from > tonumber(given.keepBytes) then trimBytes(bytes, time .. '-' .. sequence) end
  redis.call('PEXPIRE', key.head, lasts and headFor or given.keepUnread)
  redis.call('PEXPIRE', key.stream, lasts and given.keepFor or given.keepUnread)
  redis.call('SPUBLISH', key.channel, head.epoch .. ' ' .. sequence .. ' ' .. time)
  return { 'appended', head.epoch, sequence, time, isFirst and 'first' or nil }
end

-- Appends an entry, after the mark of a lost tail that is due.
local function appendMarked(kind, payload)
  local head = readHead()
  local entry = { kind = kind, payload = payload }
  return append(head, head.fellBack and { { kind = '', payload = '"${TAIL_LOST}"' }, entry } or { entry })
end
`;

const EVENT_KEYS = 'head stream once channel owner announced';
/**
 * ID of the append, and ms for which `once` has its reply; the name under which the caller owns the topic or ''; the time until which
 * the event may be appended or '', and ms from then until its announcement is overdue.
 */
const EVENT = `id rememberFor kind payload claim closes overdueAfter ${TOPIC}` as const;

/** Checks of the scripts that append an event. */
const EVENT_CHECKS = `
local function replyOrRefusal()
  local reply, isTaken = replyBefore()
  if reply then return reply end
  if given.closes ~= '' and now >= tonumber(given.closes) then return { 'late' } end
  local owner = given.claim ~= '' and redis.call('GET', key.owner)
  if owner and owner ~= given.claim then return { 'fenced' } end
  return isTaken and { 'duplicate' } or nil
end

-- Announced events whose time is over: their marks come first.
local function announcedLosses()
  local overdue = whole(now + tonumber(given.overdueAfter))
  local lost = redis.call('ZRANGEBYSCORE', key.announced, '-inf', overdue, 'LIMIT', 0, 100)
  if #lost > 0 then return { 'lost', unpack(lost) } end
end
`;

/**
 * Appends an event.
 * Returns appended, epoch, sequence, time, first if the topic had no entries | duplicate | fenced: the topic has another owner |
 *   late: the event may no longer be appended | lost, IDs: announced events whose loss marks come first.
 */
export const appendEvent = named(
  EVENT_KEYS,
  EVENT,
  `${APPENDING}${EVENT_CHECKS}
return replyOrRefusal() or announcedLosses() or appendMarked(given.kind, given.payload)
`,
);

/**
 * Appends an event about a subject, with the key of its latest event or '', a snapshot of its state or '', or both. `expected` is the
 * revision that the snapshot must have or ''; `keepState` ms that states are retained, 0: for ever.
 * Returns as `appendEvent`, and also conflict: the snapshot has another revision | unreadable: it has another format.
 */
export const appendState = named(
  `${EVENT_KEYS} latest snapshots order expiry` as const,
  `${EVENT} latestKey keepState snapshotId state expected` as const,
  `${APPENDING}${EVENT_CHECKS}${SNAPSHOT}
local keepState = tonumber(given.keepState)

local function storeSnapshot(previous)
  for _, expired in ipairs(redis.call('ZRANGEBYSCORE', key.expiry, '-inf', now, 'LIMIT', 0, 100)) do
    redis.call('HDEL', key.snapshots, expired)
    redis.call('ZREM', key.order, expired)
    redis.call('ZREM', key.expiry, expired)
  end
  local place = previous and previous.order
  if not place then
    local newest = redis.call('ZREVRANGE', key.order, 0, 0, 'WITHSCORES')
    place = tonumber(newest[2] or 0) + 1
  end
  local expires = keepState > 0 and now + keepState or 0
  local revision = (previous and previous.revision or 0) + 1
  redis.call('HSET', key.snapshots, given.snapshotId,
    whole(revision) .. ' ' .. whole(place) .. ' ' .. whole(expires) .. ' ' .. given.state)
  redis.call('ZADD', key.order, whole(place), given.snapshotId)
  if keepState > 0 then
    redis.call('ZADD', key.expiry, whole(expires), given.snapshotId)
    -- Snapshots that were stored without expiry get one.
    if redis.call('ZCARD', key.expiry) < redis.call('ZCARD', key.order) then
      for _, unlimited in ipairs(redis.call('ZDIFF', 2, key.order, key.expiry)) do
        redis.call('ZADD', key.expiry, whole(expires), unlimited)
      end
    end
    for _, name in ipairs({ 'snapshots', 'order', 'expiry' }) do redis.call('PEXPIRE', key[name], whole(keepState)) end
  else
    redis.call('ZREM', key.expiry, given.snapshotId)
    for _, name in ipairs({ 'snapshots', 'order', 'expiry' }) do redis.call('PERSIST', key[name]) end
  end
end

local refusal = replyOrRefusal()
if refusal then return refusal end
if given.latestKey ~= '' and redis.call('GET', key.latest) == given.latestKey then return { 'duplicate' } end
local known = given.state ~= '' and redis.call('HGET', key.snapshots, given.snapshotId)
if isOtherFormat(known) then return { 'unreadable' } end
local previous = unpacked(known)
if given.expected ~= '' and tonumber(given.expected) ~= (previous and previous.revision or 0) then return { 'conflict' } end
local losses = announcedLosses()
if losses then return losses end
if given.state ~= '' then
  -- Of another type, these would fail the script after its first write.
  redis.call('ZCARD', key.order)
  redis.call('ZCARD', key.expiry)
end
local reply = appendMarked(given.kind, given.payload)
if given.latestKey ~= '' then
  if keepState > 0 then redis.call('SET', key.latest, given.latestKey, 'PX', given.keepState)
  else redis.call('SET', key.latest, given.latestKey) end
end
if given.state ~= '' then storeSnapshot(previous) end
return reply
`,
);

/**
 * Marks that an event is lost. With the ID of its announcement, it settles that, and comes once for all callers.
 * Returns appended, epoch, sequence, time.
 */
export const markLoss = named(
  'head stream once channel announced',
  `id rememberFor reason ${TOPIC}` as const,
  `${APPENDING}
local reply = replyBefore() or appendMarked('', given.reason)
redis.call('ZREM', key.announced, given.id)
return reply
`,
  { isRare: true },
);

/**
 * Marks that the log lost what the caller has seen of it, once for all callers.
 * Returns appended, epoch, sequence, time | duplicate: no mark is due.
 */
export const markTail = named(
  'head stream channel',
  TOPIC,
  `${APPENDING}
local head = readHead()
if not head.fellBack then return { 'duplicate' } end
return append(head, { { kind = '', payload = '"${TAIL_LOST}"' } })
`,
  { isRare: true },
);

/**
 * Records an event that is about to occur, and tells the readers when it will be overdue.
 * KEYS announced, head, channel, stream. ARGV ID, ms in which it may be appended, ms from then until it is overdue, retention in ms,
 *   retention in ms past that time in a topic that has no reader and no events; for how many ms entries are retained, and above how
 *   many of them, or how many bytes of payloads, the topic is full, or '' three times.
 * Returns the time until which it may be appended | full, ms until the oldest entry expires.
 */
export const ANNOUNCE = script(`
local announced, head, channel, stream = unpack(KEYS)
local id, closesIn, keepFor, keepUnread = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4]), tonumber(ARGV[5])
local overdueIn = closesIn + tonumber(ARGV[3])
${CLOCK}
-- First of all writes: after one that a full Redis accepts, such as XTRIM, it would accept every other one.
redis.call('ZADD', announced, whole(now + overdueIn), id)
if ARGV[6] ~= '' then
  local keepEntries, most, mostBytes = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
  redis.call('XTRIM', stream, 'MINID', whole(now - keepEntries))
  for _, oldest in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)) do
    local field = {}
    for i = 1, #oldest[2], 2 do field[oldest[2][i]] = oldest[2][i + 1] end
    local bytes = tonumber(redis.call('HGET', head, 'bytes') or 0) - tonumber(field.bytes or 0) + #(field.payload or '')
    if redis.call('XLEN', stream) > most or bytes > mostBytes then
      redis.call('ZREM', announced, id)
      return { 'full', whole(string.match(oldest[1], '^%d+') + keepEntries - now) }
    end
  end
end
local keep = redis.call('PTTL', head) > keepUnread and keepFor or overdueIn + keepUnread
if redis.call('PTTL', announced) < keep then redis.call('PEXPIRE', announced, whole(keep)) end
redis.call('SPUBLISH', channel, 'due ' .. whole(overdueIn))
return whole(now + closesIn)
`);

/**
 * Erases snapshots and keys of a topic. If these or entries were erased, appends a loss mark, so that readers get a gap.
 * KEYS head, stream, snapshots, snapshot order, snapshot expiry, channel, then the keys to erase.
 * ARGV number of entries erased before, then snapshot IDs.
 * Returns the number of erased snapshots and keys.
 */
export const ERASE = script(`
local head, stream, snapshots, order, expiry, channel = unpack(KEYS)
${CLOCK}
local erased, keys = 0, 0
for i = 2, #ARGV do
  erased = erased + redis.call('HDEL', snapshots, ARGV[i])
  redis.call('ZREM', order, ARGV[i])
  redis.call('ZREM', expiry, ARGV[i])
end
for i = 7, #KEYS do keys = keys + redis.call('DEL', KEYS[i]) end
local stored = redis.call('HMGET', head, 'epoch', 'sequence', 'time')
if stored[1] and tonumber(ARGV[1]) + erased > 0 then
  local lastTime = tonumber(stored[3] or 0)
  local time = whole(math.max(now, lastTime))
  local sequence = whole(tonumber(stored[2] or 0) + 1)
  redis.call('HSET', head, 'sequence', sequence, 'time', time)
  redis.call('XADD', stream, time .. '-' .. sequence,
    'kind', '', 'payload', '"UPSTREAM_INCOMPLETE"', 'previous', whole(lastTime))
  if redis.call('PTTL', stream) < 0 then redis.call('PEXPIRE', stream, redis.call('PTTL', head)) end
  redis.call('SPUBLISH', channel, stored[1] .. ' ' .. sequence .. ' ' .. time)
end
return { erased, keys }
`);

/** Removes announcements. KEYS announced. ARGV IDs. */
export const SETTLE = script(`return redis.call('ZREM', KEYS[1], unpack(ARGV))`);

/**
 * Reads entries after a position. Assigns an identity to a topic without one, so that a reader that starts before the
 * first entry detects a recreated log; the epoch is empty if Redis refuses that write.
 * KEYS head, stream, announced. ARGV epoch for a new topic, epoch of the position or '' for the oldest, time, sequence,
 *   maximum entries, maximum payload bytes, entry retention in ms, head retention in ms, the same without entries.
 * Returns epoch, sequence, time, entries of sequence, time, previous, kind, payload, format, IDs of overdue announcements,
 *   ms until the next one is overdue or ''.
 * Entries are read by field name: one of another format has an ID and \`previous\` at least.
 */
export const READ = script(`
local head, stream, announced = unpack(KEYS)
local newEpoch, atEpoch, atTime, atSequence = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local limit, bytesLeft, keepFor = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local keepHead, keepEmpty = tonumber(ARGV[8]), tonumber(ARGV[9])
${CLOCK}
local overdue, dueIn = {}, ''
local pending = redis.call('ZRANGEBYSCORE', announced, '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 10)
for i = 1, #pending, 2 do
  local left = tonumber(pending[i + 1]) - now
  if left > 0 then
    dueIn = whole(left)
    break
  end
  overdue[#overdue + 1] = pending[i]
end
local stored = redis.call('HMGET', head, 'epoch', 'sequence', 'time')
local epoch, sequence, time = stored[1], stored[2] or '0', stored[3] or '0'
if not epoch then
  local made = redis.pcall('HSET', head, 'epoch', newEpoch)
  if type(made) == 'table' and made.err then return { '', '0', '0', {}, overdue, dueIn } end
  redis.call('PEXPIRE', head, keepEmpty)
  redis.call('PEXPIRE', announced, keepEmpty)
  redis.call('DEL', stream)
  return { newEpoch, '0', '0', {}, overdue, dueIn }
end
local keep = sequence == '0' and keepEmpty or keepHead
if redis.call('PTTL', head) < keep / 2 then redis.pcall('PEXPIRE', head, keep) end
if limit == 0 then return { epoch, sequence, time, {}, overdue, dueIn } end

local from = whole(now - keepFor)
if atEpoch == epoch and atTime >= now - keepFor then from = '(' .. whole(atTime) .. '-' .. atSequence end
local entries = {}
repeat
  -- Small batches, so that large entries beyond the byte limit are not read again for every page.
  local found = redis.call('XRANGE', stream, from, '+', 'COUNT', 8)
  for _, entry in ipairs(found) do
    local at, number = string.match(entry[1], '^(%d+)-(%d+)$')
    -- Entries are numbered from 1 up to the head. Another program added any other: no event is missing without it.
    if number ~= '0' and tonumber(number) <= tonumber(sequence) then
      local field = {}
      for i = 1, #entry[2], 2 do field[entry[2][i]] = entry[2][i + 1] end
      local payload = field.payload or ''
      bytesLeft = bytesLeft - #payload
      if bytesLeft < 0 and #entries > 0 then break end
      entries[#entries + 1] = { number, at, field.previous or '0', field.kind or '', payload, field.format or '1' }
    end
    from = '(' .. entry[1]
  end
until #found < 8 or #entries >= limit or bytesLeft < 0
return { epoch, sequence, time, entries, overdue, dueIn }
`);

/** Reads one snapshot. KEYS snapshots. ARGV ID. Returns revision, order, state | unreadable | null. */
export const READ_SNAPSHOT = script(`
${CLOCK}${SNAPSHOT}
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if isOtherFormat(stored) then return 'unreadable' end
local found = unpacked(stored)
return found and { whole(found.revision), whole(found.order), found.state } or false
`);

/**
 * Reads a page of snapshots by first appearance.
 * KEYS snapshots, snapshot order, snapshot expiry. ARGV order to start after or '', limit, 1 for newest first.
 * Snapshots of another format are left out.
 * Returns the total, rows of ID, revision, order, state.
 */
export const LIST_SNAPSHOTS = script(`
local snapshots, order, expiry = unpack(KEYS)
local after, limit, newestFirst = ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1'
${CLOCK}${SNAPSHOT}
local rows = {}
local ids
repeat
  local bound = after == '' and (newestFirst and '+inf' or '-inf') or '(' .. after
  ids = newestFirst
    and redis.call('ZREVRANGEBYSCORE', order, bound, '-inf', 'WITHSCORES', 'LIMIT', 0, limit)
    or redis.call('ZRANGEBYSCORE', order, bound, '+inf', 'WITHSCORES', 'LIMIT', 0, limit)
  for i = 1, #ids, 2 do
    after = ids[i + 1]
    local found = #rows < limit and unpacked(redis.call('HGET', snapshots, ids[i]))
    if found then rows[#rows + 1] = { ids[i], whole(found.revision), whole(found.order), found.state } end
  end
until #rows >= limit or #ids < 2 * limit
local total = redis.call('ZCARD', order) - redis.call('ZCOUNT', expiry, '-inf', now)
return { total, rows }
`);

/** Users and sessions of one instance: more than it has connections. */
const HIGHEST_LOAD = 100_000;

/**
 * Begins or renews the lease of an instance, and removes those that have ended. A lease is stored as \`end load\`. What another
 * program wrote is no more than an instance can write: a later end becomes that of a lease that begins now.
 * KEYS leases. ARGV name, 1 if it begins, load, ms for which it lasts.
 * Returns of each other lease name, load, ms left | null: it has ended.
 */
export const RENEW_LEASE = script(`
local leases = KEYS[1]
local name, begins, load, lasts = unpack(ARGV)
${CLOCK}
local isThere, others = begins == '1', {}
local stored = redis.call('HGETALL', leases)
for i = 1, #stored, 2 do
  local ends, of = string.match(stored[i + 1], '^(%d+) (%d+)$')
  local left = tonumber(ends or 0) - now
  local claimed = whole(math.min(tonumber(of or 0), ${HIGHEST_LOAD}))
  if left > tonumber(lasts) then
    left = tonumber(lasts)
    redis.call('HSET', leases, stored[i], whole(now + left) .. ' ' .. claimed)
  end
  if left <= 0 then redis.call('HDEL', leases, stored[i])
  elseif stored[i] == name then isThere = true
  else
    for _, part in ipairs({ stored[i], claimed, whole(left) }) do others[#others + 1] = part end
  end
end
if not isThere then return false end
redis.call('HSET', leases, name, whole(now + lasts) .. ' ' .. load)
redis.call('PEXPIRE', leases, lasts)
return others
`);

/**
 * Claims a topic for a lease.
 * KEYS owner. ARGV name of the lease, retention in ms, the owner that it may replace or ''.
 * Returns the owner | null: granted.
 */
export const CLAIM = script(`
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and owner ~= ARGV[3] then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false
`);

/** Releases a topic. KEYS owner, channel. ARGV name of the lease. */
export const RELEASE = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('SPUBLISH', KEYS[2], 'free')
return 1
`);

/**
 * A write is recorded as \`1 fingerprint attempt until result\`: \`until\` is the time after which the outcome of an attempt without a
 * result (JSON) is unknown. Another format starts with another number (docs/stored-data.md), and its outcome is unknown as well.
 */
const WRITE_RECORD = `
local function parts(stored) return string.match(stored, '^1 (%S+) (%S+) (%d+) (.*)$') end
local function record(key, fingerprint, attempt, deadline, result, keepFor)
  redis.call('SET', key, table.concat({ '1', fingerprint, attempt, deadline, result }, ' '), 'PX', keepFor)
end
`;

/**
 * Records an attempt to make a write, unless the write is recorded.
 * KEYS record. ARGV attempt, fingerprint, ms after which its outcome is unknown, retention in ms.
 * Returns begun | reused | running, ms left | unknown | done, result.
 */
export const BEGIN_WRITE = script(`
local attempt, fingerprint, within, keepFor = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
${CLOCK}${WRITE_RECORD}
local stored = redis.call('GET', KEYS[1])
if not stored then
  record(KEYS[1], fingerprint, attempt, whole(now + within), '', keepFor)
  return { 'begun' }
end
local known, by, deadline, result = parts(stored)
if not known then return { 'unknown' } end
if known ~= fingerprint then return { 'reused' } end
if result ~= '' then return { 'done', result } end
local left = tonumber(deadline) - now
if left <= 0 then return { 'unknown' } end
if by == attempt then return { 'begun' } end
return { 'running', whole(left) }
`);

/**
 * Records how an attempt ended, unless the record is another attempt's.
 * KEYS record. ARGV attempt, fingerprint, done | refused | unknown, result or '', retention in ms.
 */
export const END_WRITE = script(`
local attempt, fingerprint, ended, result, keepFor = unpack(ARGV)
${WRITE_RECORD}
local stored = redis.call('GET', KEYS[1])
if stored then
  local _, by, _, before = parts(stored)
  if by ~= attempt or before ~= '' then return 0 end
end
if ended ~= 'refused' then record(KEYS[1], fingerprint, attempt, '0', result, keepFor)
elseif stored then redis.call('DEL', KEYS[1]) end
return 1
`);
