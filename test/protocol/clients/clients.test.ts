import { describe, expect, it } from 'vitest';
import { judge, type RunningClient } from './judge.ts';
import { messagesClient } from './messages-client.ts';
import { SCENARIOS } from './scenarios.ts';

const failed = async (start: (url: string) => RunningClient): Promise<string[]> => {
  const reasons = await Promise.all(SCENARIOS.map((scenario) => judge(scenario, start, 1500)));
  return SCENARIOS.flatMap(({ rule }, index) => (reasons[index] === null ? [] : [rule]));
};

describe('a client of a list and its stream', () => {
  it.each(SCENARIOS)('$title ($rule)', async (scenario) => {
    expect(await judge(scenario, messagesClient())).toBe(null);
  });

  it('is found out if it ignores the cursor of the list', { tags: 'slow' }, async () => {
    const forgetful = messagesClient(({ read }) => ({
      read: async () => ({ ...(await read()), streamCursor: null }),
    }));
    expect(await failed(forgetful)).toContain('C16');
  });

  it('is found out if it joins without IDs', { tags: 'slow' }, async () => {
    let number = 0;
    expect(await failed(messagesClient(() => ({ idOf: () => String(number++) })))).toContain('C18');
  });

  it('is found out if it takes each event for a new message', { tags: 'slow' }, async () => {
    const adding = messagesClient(({ changeIn }) => ({
      changeIn: (data) => {
        const change = changeIn(data);
        return change && 'changed' in change ? { added: change.changed } : null;
      },
    }));
    expect(await failed(adding)).toEqual(['C18']);
  });

  it('is found out if it reads the list once', { tags: 'slow' }, async () => {
    const lazy = messagesClient(({ read }) => {
      let first: ReturnType<typeof read> | undefined;
      return {
        read: () => {
          first ??= read();
          return first;
        },
      };
    });
    expect(await failed(lazy)).toEqual(['C17', 'C5', 'C19', 'C7, C19']);
  });

  it('is found out if it loses what arrives while it reads the list', { tags: 'slow' }, async () => {
    const deaf = messagesClient(({ read, changeIn }) => {
      let reading = 0;
      return {
        read: async () => {
          reading += 1;
          return read().finally(() => {
            reading -= 1;
          });
        },
        changeIn: (data) => (reading > 0 ? null : changeIn(data)),
      };
    });
    expect(await failed(deaf)).toEqual(['C17', 'C19']);
  });
});
