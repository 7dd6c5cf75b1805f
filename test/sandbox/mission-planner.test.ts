import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from './platform.ts';
import { basic, startPlatform } from './platform.ts';
import type { PluginServer } from './plugin.ts';
import { startPlugin } from './plugin.ts';

let platform: Platform;
let plugin: PluginServer;
beforeAll(async () => {
  plugin = await startPlugin();
  platform = await startPlatform();
});
afterAll(async () => {
  plugin.close();
  await platform.close();
});

it('searches capabilities, then candidates, within the organizations of the plugin', async () => {
  platform.setPluginEndpoints(plugin.endpoints);
  expect(await platform.searchMissionPlanner({ term: 'first aid' })).toEqual({
    status: 202,
    body: { received: '/capabilities' },
  });
  await platform.searchMissionPlanner({ capabilityIds: ['b-c-first-aid'] });
  const { authorization } = basic(platform.credentials.plugin);
  const orgIds = ['org-meridian', 'org-vanguard'];
  expect(plugin.calls).toEqual([
    {
      method: 'POST',
      path: '/capabilities',
      authorization,
      body: { searchId: expect.any(String), term: 'first aid', orgIds },
    },
    {
      method: 'POST',
      path: '/candidates',
      authorization,
      body: { searchId: expect.any(String), capabilityIds: ['b-c-first-aid'], orgIds },
    },
  ]);
});

it('is not offered if the plugin has registered no endpoint', async () => {
  platform.setPluginEndpoints({});
  expect(await platform.searchMissionPlanner({ term: 'x' })).toBe(null);
});
