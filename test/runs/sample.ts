import { describe, it } from 'vitest';

describe('a run', () => {
  it('has tests that need nothing', () => {});
  it('has tests in Redis', { tags: 'redis-server' }, () => {});
  it('has tests behind a proxy', { tags: ['nginx', 'redis-server'] }, () => {});
  it('has tests that find out what is missing', { tags: 'slow' }, ({ skip }) => skip('a full moon'));
  it('has tests that fail when told to', () => {
    if (process.env.FAILS === '1') throw new Error('told to');
  });
  it('has tests that take time', { tags: 'slow' }, () => {});
  it('has tests that take time in Redis', { tags: ['slow', 'redis-server'] }, () => {});
  it('has tests of the long form', { tags: 'full' }, () => {});
});
