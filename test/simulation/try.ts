import { replaceGlobals } from './globals.ts';
import { LuaEngine } from './redis/lua.ts';
const lua = await LuaEngine.create();
const hr = process.hrtime.bigint;
const { enter } = replaceGlobals();
const { Simulator } = await import('./run.ts');
const { planOf } = await import('./plan.ts');
const simulator = new Simulator(lua, enter); process.on('uncaughtException', (e) => process.stderr.write(String((e as Error)?.stack) + '\n'));
const from = Number(process.argv[2] ?? 1); const n = Number(process.argv[3] ?? 1);
let total = 0;
for (let seed = from; seed < from + n; seed++) {
  const plan = planOf(seed);
  const t = hr();
  const o = await simulator.run(plan);
  const ms = Number(hr() - t) / 1e6; total += ms;
  if (process.env.V || !o.verdict.isGood || o.errors.length) {
    console.log(seed, ms.toFixed(1), 'ms', (o.duration/1000).toFixed(0), 's sim', o.hash.slice(0, 8), JSON.stringify({ ...o.verdict, examples: o.verdict.examples.slice(0,3) }), o.errors.slice(0,2), plan.faults.map(f=>f.name).join(', '));
  }
}
console.log('mean ms', total / n);
if (process.env.TRACE) { const o = await simulator.run(planOf(from)); for (const r of o.records) console.log(JSON.stringify(r)); }
process.exit(0);
