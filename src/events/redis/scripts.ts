import { createHash } from 'node:crypto';

/** A Lua script with the SHA-1 digest that Redis caches it under. */
export interface Script {
  lua: string;
  sha: string;
}

const script = (lua: string): Script => ({ lua, sha: createHash('sha1').update(lua).digest('hex') });

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
 * Appends atomically. Every check precedes the first write, and the first write is one that a full or read-only Redis
 * refuses.
 * KEYS head, stream, once, latest, snapshots, snapshot order, snapshot expiry, channel, owner, announced (one hash slot).
 * ARGV append ID (of a loss mark: that of the announcement, which it settles), epoch for a new topic, kind, payload,
 *   maximum entries, entry retention in ms, head retention in ms, retention of \`once\` in ms, key for \`latest\` or '', state retention in ms or 0, snapshot ID, snapshot state or '',
 *   expected revision or '',
 *   epoch or '', sequence and time of the newest entry known to the caller: if the log has fallen behind it, a loss mark
 *   is appended first, once for all callers; an append of the mark itself is a duplicate unless one is due,
 *   retention in ms of a loss in a topic that has no reader and no events,
 *   name under which the caller owns the topic or '',
 *   time until which the event may be appended or '', ms from such a time until the announcement is overdue,
 *   maximum payload bytes of the topic.
 * An entry has the sum of all payloads up to it, so that entries over the maximum are found without adding up.
 * Returns appended, epoch, sequence, time | duplicate | conflict | fenced: the topic has another owner | unreadable: the
 *   snapshot has another format | late: the event may no longer be appended | lost, IDs: announced events that may no longer be
 *   appended, and whose loss marks come first.
 */
export const APPEND = script(`
local head, stream, once, latest, snapshots, order, expiry, channel, owner, announced = unpack(KEYS)
local id, newEpoch, kind, payload = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local keepEntries, keepFor, keepHead, rememberFor = ARGV[5], tonumber(ARGV[6]), ARGV[7], ARGV[8]
local latestKey, keepState = ARGV[9], tonumber(ARGV[10])
local snapshotId, state, expected = ARGV[11], ARGV[12], ARGV[13]
local seenEpoch, seenSequence, seenTime = ARGV[14], tonumber(ARGV[15]), tonumber(ARGV[16])
local keepUnread, claim = tonumber(ARGV[17]), ARGV[18]
local closes, overdueAfter, keepBytes = tonumber(ARGV[19]), tonumber(ARGV[20]), tonumber(ARGV[21])
${CLOCK}${SNAPSHOT}
local owned = claim ~= '' and redis.call('GET', owner)
local seen = redis.call('GET', once)
if seen then
  local by, epoch, sequence, time = string.match(seen, '^(%S+) (%S+) (%d+) (%d+)$')
  if by == id then
    if kind == '' then redis.call('ZREM', announced, id) end
    return { 'appended', epoch, sequence, time }
  end
end
if closes and now >= closes then return { 'late' } end
if owned and owned ~= claim then return { 'fenced' } end
if seen then return { 'duplicate' } end
if latestKey ~= '' and redis.call('GET', latest) == latestKey then return { 'duplicate' } end
local known = state ~= '' and redis.call('HGET', snapshots, snapshotId)
if isOtherFormat(known) then return { 'unreadable' } end
local previous = unpacked(known)
if expected ~= '' and tonumber(expected) ~= (previous and previous.revision or 0) then return { 'conflict' } end

if kind ~= '' then
  local lost = redis.call('ZRANGEBYSCORE', announced, '-inf', whole(now + overdueAfter), 'LIMIT', 0, 100)
  if #lost > 0 then return { 'lost', unpack(lost) } end
end

local stored = redis.call('HMGET', head, 'epoch', 'sequence', 'time', 'marked', 'bytes', 'from')
local epoch = stored[1] or newEpoch
local lastSequence, lastTime = tonumber(stored[2] or 0), tonumber(stored[3] or 0)
local time = whole(math.max(now, lastTime))
local fellBack = stored[1] == seenEpoch
  and (lastSequence < seenSequence or (lastSequence == seenSequence and lastTime ~= seenTime))
  and tonumber(stored[4] or 0) < seenTime
-- Of another type, these would fail the script after its first write.
redis.call('XLEN', stream)
if state ~= '' then
  redis.call('ZCARD', order)
  redis.call('ZCARD', expiry)
end
local isMark = kind == '' and payload == '"${TAIL_LOST}"'
if isMark and not fellBack then return { 'duplicate' } end
local marks = fellBack and not isMark
local sequence = whole(lastSequence + (marks and 2 or 1))
local bytes = tonumber(stored[5] or 0) + #payload
-- A loss alone does not make a topic last: nobody may ever have read it.
local lasts = kind ~= '' or redis.call('PTTL', head) > keepUnread
redis.call('SET', once, table.concat({ id, epoch, sequence, time }, ' '), 'PX', rememberFor)
if kind == '' then redis.call('ZREM', announced, id) end
if not stored[1] then redis.call('DEL', stream) end
redis.call('HSET', head, 'epoch', epoch, 'sequence', sequence, 'time', time, 'bytes', whole(bytes))
if fellBack then redis.call('HSET', head, 'marked', time) end
redis.call('PEXPIRE', head, lasts and keepHead or keepUnread)
if marks then
  redis.call('XADD', stream, time .. '-' .. whole(lastSequence + 1),
    'kind', '', 'payload', '"${TAIL_LOST}"', 'previous', whole(lastTime))
  lastTime = tonumber(time)
end
redis.call('XADD', stream, 'MAXLEN', '~', keepEntries, time .. '-' .. sequence,
  'kind', kind, 'payload', payload, 'previous', whole(lastTime), 'bytes', whole(bytes))
redis.call('XTRIM', stream, 'MINID', whole(now - keepFor))
if bytes - tonumber(stored[6] or 0) > keepBytes then
  local after, first, from = '-', nil, 0
  repeat
    local found = redis.call('XRANGE', stream, after, '+', 'COUNT', 8)
    for _, entry in ipairs(found) do
      local field = {}
      for i = 1, #entry[2], 2 do field[entry[2][i]] = entry[2][i + 1] end
      -- Older releases wrote no sum: such an entry precedes all that have one.
      from = tonumber(field.bytes or 0) - #(field.payload or '')
      first, after = entry[1], '(' .. entry[1]
      if field.bytes and bytes - from <= keepBytes then break end
      if entry[1] == time .. '-' .. sequence then break end
      first = nil
    end
  until first or #found < 8
  if first then
    redis.call('XTRIM', stream, 'MINID', first)
    redis.call('HSET', head, 'from', whole(from))
  end
end
redis.call('PEXPIRE', stream, whole(lasts and keepFor or keepUnread))
if latestKey ~= '' then
  if keepState > 0 then redis.call('SET', latest, latestKey, 'PX', keepState)
  else redis.call('SET', latest, latestKey) end
end

if state ~= '' then
  for _, expired in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', now, 'LIMIT', 0, 100)) do
    redis.call('HDEL', snapshots, expired)
    redis.call('ZREM', order, expired)
    redis.call('ZREM', expiry, expired)
  end
  local place = previous and previous.order
  if not place then
    local newest = redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')
    place = tonumber(newest[2] or 0) + 1
  end
  local expires = keepState > 0 and now + keepState or 0
  local revision = (previous and previous.revision or 0) + 1
  redis.call('HSET', snapshots, snapshotId,
    whole(revision) .. ' ' .. whole(place) .. ' ' .. whole(expires) .. ' ' .. state)
  redis.call('ZADD', order, whole(place), snapshotId)
  if keepState > 0 then
    redis.call('ZADD', expiry, whole(expires), snapshotId)
    -- Snapshots that were stored without expiry get one.
    if redis.call('ZCARD', expiry) < redis.call('ZCARD', order) then
      for _, unlimited in ipairs(redis.call('ZDIFF', 2, order, expiry)) do
        redis.call('ZADD', expiry, whole(expires), unlimited)
      end
    end
    for _, key in ipairs({ snapshots, order, expiry }) do redis.call('PEXPIRE', key, whole(keepState)) end
  else
    redis.call('ZREM', expiry, snapshotId)
    for _, key in ipairs({ snapshots, order, expiry }) do redis.call('PERSIST', key) end
  end
end

redis.call('SPUBLISH', channel, epoch .. ' ' .. sequence .. ' ' .. time)
return { 'appended', epoch, sequence, time }
`);

/**
 * Records an event that is about to occur, and tells the readers when it will be overdue.
 * KEYS announced, head, channel. ARGV ID, ms in which it may be appended, ms from then until it is overdue, retention in ms,
 *   retention in ms past that time in a topic that has no reader and no events.
 * Returns the time until which it may be appended.
 */
export const ANNOUNCE = script(`
local announced, head, channel = unpack(KEYS)
local id, closesIn, keepFor, keepUnread = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4]), tonumber(ARGV[5])
local overdueIn = closesIn + tonumber(ARGV[3])
${CLOCK}
local keep = redis.call('PTTL', head) > keepUnread and keepFor or overdueIn + keepUnread
redis.call('ZADD', announced, whole(now + overdueIn), id)
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

/**
 * Begins or renews the lease of an instance, and removes those that have ended. A lease is stored as \`end load\`.
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
  if left <= 0 then redis.call('HDEL', leases, stored[i])
  elseif stored[i] == name then isThere = true
  else
    for _, part in ipairs({ stored[i], of, whole(left) }) do others[#others + 1] = part end
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
