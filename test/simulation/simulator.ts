import { replaceGlobals } from './globals.ts';
import { type PlantedFault, plant } from './planted.ts';
import { LuaEngine } from './redis/lua.ts';
import type { Simulator } from './run.ts';

/**
 * Turns this process into one that simulates, and loads the gateway.
 * @param fault what to take out of the gateway. Null: nothing.
 */
export async function openSimulator(fault: PlantedFault | null): Promise<Simulator> {
  const lua = await LuaEngine.create();
  if (fault !== null) plant(fault);
  const { enter } = replaceGlobals();
  const { Simulator } = await import('./run.ts');
  return new Simulator(lua, enter);
}
