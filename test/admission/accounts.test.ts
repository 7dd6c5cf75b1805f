import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  Accounts,
  type Charge,
  type Holder,
  type Row,
  type Scope,
} from '../../src/admission/accounts.ts';

const WINDOW = 60_000;
/** Small limits, so that every schedule meets them. The users of a schedule fit into the half that networks leave. */
const HELD = { user: 10, network: 20, site: 30, unproven: 40, process: 80 };
/** Not all that its users may hold fits into this pool, but half of it does. */
const YIELDED = { ...HELD, unproven: 12, process: 22 };
const FEW = 2;
const ROWS = {
  operations: { window: WINDOW, limits: { user: 10, network: 30, site: 45 }, reason: 'rate' },
  streams: { window: null, limits: YIELDED, reason: 'connections', few: FEW },
  requests: { window: null, limits: HELD, reason: 'bodies' },
} as const satisfies Record<string, Row>;
type Resource = keyof typeof ROWS;
const RESOURCES: readonly Resource[] = ['operations', 'streams', 'requests'];
const USERS = 4;
const NETWORKS = [
  ['192.0.2.1', null],
  ['192.0.2.2', null],
  ['2001:db8:0:1', '2001:db8:0::/48'],
  ['2001:db8:0:2', '2001:db8:0::/48'],
] as const;

/** One thing that happens. The tokens of users that are not known are made up. */
type Step =
  | { kind: 'take'; user: number | null; network: number; resource: Resource; amount: number }
  /** What becomes of something that is held: released, changed, or found to be a user's. */
  | { kind: 'release' | 'change' | 'prove'; of: number; user: number; amount: number }
  | { kind: 'pass'; milliseconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      user: fc.option(fc.nat(USERS - 1), { nil: null }),
      network: fc.nat(NETWORKS.length - 1),
      resource: fc.constantFrom(...RESOURCES),
      amount: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('release' as const, 'change' as const, 'prove' as const),
      of: fc.nat(40),
      user: fc.nat(USERS - 1),
      amount: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), milliseconds: fc.nat(WINDOW) }) },
);

type Table = Accounts<Resource>;

/** What a gateway does with the table. A planted fault replaces one of these. */
interface Gateway {
  accountOf(table: Table, user: number | null, network: number, token: number): Account<Resource>;
  resourceOf(resource: Resource): Resource;
  release(charge: Charge<Resource>): void;
  prove(charge: Charge<Resource>, account: Account<Resource>): boolean;
  yieldedBy(charge: Charge<Resource>, holder: Holder): void;
}
const networkOf = (table: Table, number: number): Account<Resource> => {
  const [network, site] = NETWORKS[number] ?? NETWORKS[0];
  return table.network(network, site);
};
const userOf = (table: Table, user: number): Account<Resource> => table.proven('user', `user:${user}`);
const CORRECT: Gateway = {
  accountOf: (table, user, network) => (user === null ? networkOf(table, network) : userOf(table, user)),
  resourceOf: (resource) => resource,
  release: (charge) => charge.release(),
  prove: (charge, account) => charge.moveTo(account),
  yieldedBy: (charge, holder) => charge.yieldedBy(holder),
};

/** What somebody holds: the charge, and whom it should be charged to. */
interface Held {
  charge: Charge<Resource>;
  account: Account<Resource>;
  resource: Resource;
  amount: number;
}

const isWithin = (account: Account<Resource>, scope: Account<Resource>): boolean =>
  account === scope || (account.above !== null && isWithin(account.above, scope));

const scopesOf = (account: Account<Resource>): Account<Resource>[] => [
  account,
  ...(account.above ? scopesOf(account.above) : []),
];

const ownerOf = (account: Account<Resource>): Account<Resource> =>
  account.above?.scope === 'site' ? account.above : account;

/** Runs a schedule. @returns the first promise that is broken. Null: none is. */
function brokenBy(steps: readonly Step[], gateway: Gateway): string | null {
  let now = 1;
  const table: Table = new Accounts({ clock: { monotonic: () => now }, rows: ROWS, refused: () => {} });
  const held: Held[] = [];
  /** What users have taken of operations, and when that window ends. */
  const spent = new Map<number, { amount: number; endsAt: number }>();
  const heldBy = (account: Account<Resource>, resource: Resource): number =>
    held
      .filter((each) => each.resource === resource && isWithin(each.account, account))
      .reduce((sum, { amount }) => sum + amount, 0);
  let broken: string | null = null;
  /** The largest holder gives way: of all callers if it is a user, who then holds more than few; else of all networks. */
  const giveWay = (one: Held): void => {
    const { resource, account } = one;
    const before = heldBy(ownerOf(account), resource);
    const others = held.filter(
      (each) => each.resource === resource && (account.isProven || !each.account.isProven),
    );
    if (others.some((each) => heldBy(ownerOf(each.account), resource) > before))
      broken = 'one that holds less than another gave way';
    if (account.isProven && before <= FEW) broken = 'a user who holds few gave way';
    held.splice(held.indexOf(one), 1);
  };
  const take = (each: Extract<Step, { kind: 'take' }>, token: number): string | null => {
    const { user, network, resource, amount } = each;
    const owed = CORRECT.accountOf(table, user, network, token);
    const charged = gateway.accountOf(table, user, network, token);
    const isHeld = resource !== 'operations';
    const window = spent.get(user ?? -1);
    const before = isHeld ? heldBy(owed, resource) : window && window.endsAt > now ? window.amount : 0;
    const charge = isHeld ? charged.hold(gateway.resourceOf(resource), amount) : null;
    const isRefused = isHeld ? charge === null : charged.take(resource, amount) > 0;
    if (charge) {
      const one = { charge, account: owed, resource, amount };
      held.push(one);
      if (resource === 'streams')
        gateway.yieldedBy(charge, { isIdle: amount > 3, giveWay: () => giveWay(one) });
    }
    if (!isRefused && !isHeld && user !== null)
      spent.set(user, {
        amount: before + amount,
        endsAt: before > 0 && window ? window.endsAt : now + WINDOW,
      });
    const isModest = user !== null && before + amount <= ROWS[resource].limits.user / 2;
    return isRefused && isModest ? `a user within half of his ${resource} was refused` : null;
  };
  const follow = ({ kind, of, user, amount }: Extract<Step, { of: number }>): void => {
    const one = held[of % Math.max(1, held.length)];
    if (!one) return;
    if (kind === 'release') {
      gateway.release(one.charge);
      held.splice(held.indexOf(one), 1);
    } else if (kind === 'change') {
      if (one.charge.change(amount)) one.amount = amount;
    } else if (one.account.scope === 'network' && gateway.prove(one.charge, userOf(table, user)))
      one.account = userOf(table, user);
  };
  for (const [token, each] of steps.entries()) {
    if (each.kind === 'pass') now += each.milliseconds;
    else if (each.kind !== 'take') follow(each);
    else broken = take(each, token) ?? broken;
    if (broken) return broken;
    for (const resource of RESOURCES) {
      const limits: Partial<Record<Scope, number>> = ROWS[resource].limits;
      for (const account of accountsIn(table)) {
        const used = account.used(resource);
        if (used > (limits[account.scope] ?? Number.POSITIVE_INFINITY))
          return `${account.key} exceeds its limit of ${resource}`;
        if (ROWS[resource].window === null && used !== heldBy(account, resource))
          return `${account.key} is charged ${used} ${resource} and holds ${heldBy(account, resource)}`;
      }
    }
  }
  for (const { charge } of held) gateway.release(charge);
  now += WINDOW;
  const isLeft = table.holders.size > 0 || [...accountsIn(table)].some((account) => account.isInUse(now));
  return isLeft ? 'something is left when everyone has gone' : null;
}

/** All accounts of a table that callers of a schedule are charged to. */
const accountsIn = (table: Table): Set<Account<Resource>> =>
  new Set(
    [
      ...NETWORKS.map((_, number) => networkOf(table, number)),
      ...Array.from({ length: USERS }, (_, user) => userOf(table, user)),
    ].flatMap(scopesOf),
  );

/** Runs schedules until a promise is broken. @returns which. Null: none is. */
const brokenIn = (schedules: number, gateway: Gateway): string | null =>
  fc
    .check(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const broken = brokenBy(steps, gateway);
        if (broken) throw new Error(broken);
      }),
      { numRuns: schedules },
    )
    .errorInstance?.toString() ?? null;

describe('the accounts of callers', () => {
  it('refuse no user within half of his limits, exceed no limit, and end at zero, in any schedule', () => {
    expect(brokenIn(10_000, CORRECT)).toBeNull();
  });

  it.each<[string, Partial<Gateway>]>([
    ['a refund is forgotten', { release: () => {} }],
    ['a network is charged for a user', { accountOf: (table, _user, network) => networkOf(table, network) }],
    ['pools are joined', { resourceOf: () => 'requests' }],
    [
      'a token is taken for a user',
      { accountOf: (table, user, _network, token) => userOf(table, user ?? token + USERS) },
    ],
    ['nobody gives way', { yieldedBy: () => {} }],
    [
      'a charge stays where it was when its user is known',
      { prove: (charge, account) => charge.account !== account },
    ],
  ])('show in some schedule that %s', (_, fault) => {
    expect(brokenIn(1000, { ...CORRECT, ...fault })).not.toBeNull();
  });

  it('count what callers have in common for each, but not for all together', () => {
    const table: Table = new Accounts({ clock: { monotonic: () => 1 }, rows: ROWS, refused: () => {} });
    const common = HELD.user - 2;
    for (const user of [1, 2]) {
      expect(userOf(table, user).hold('requests', 3, undefined, common)).toBeNull();
      expect(userOf(table, user).hold('requests', 2, undefined, common)).not.toBeNull();
    }
    expect(table.process.used('requests')).toBe(4);
  });

  it('are forgotten oldest first if there are too many, except of users and of what is held', () => {
    const table: Table = new Accounts({ clock: { monotonic: () => 1 }, rows: ROWS, refused: () => {} });
    const holding = table.network('198.51.100.1', null);
    holding.hold('streams', 1);
    const user = userOf(table, 1);
    user.take('operations', 1);
    for (let number = 0; number < 100_000; number += 1)
      table.network(`n${number}`, null).take('operations', 1);
    expect(table.network('198.51.100.1', null)).toBe(holding);
    expect(userOf(table, 1)).toBe(user);
    expect(table.network('n0', null).used('operations')).toBe(0);
    expect(table.network('n50000', null).used('operations')).toBe(0);
    expect(table.network('n99999', null).used('operations')).toBe(1);
  });

  it('are searched seldom for what to forget, however many users are known', () => {
    const table: Table = new Accounts({ clock: { monotonic: () => 1 }, rows: ROWS, refused: () => {} });
    const before = process.cpuUsage();
    for (let number = 0; number < 150_000; number += 1) userOf(table, number).take('operations', 1);
    const { user, system } = process.cpuUsage(before);
    expect(userOf(table, 0).used('operations')).toBe(1);
    // Microseconds: a search for each account would take minutes.
    expect(user + system).toBeLessThan(10_000_000);
  });
});
