import { describe, expect, it } from 'vitest';
import { CircuitBreaker, type CircuitCall } from '../../src/platform/circuit-breaker.ts';
import { FakeClock } from '../support/fake-clock.ts';

const laneOf = (owner: string) => ({ owner, isProven: true });

describe('a circuit breaker', () => {
  const CALL = { route: 'GET /course', lane: laneOf('ana'), retryable: true };
  const opened = ({
    guards = 'route',
    callers = 3,
  }: {
    guards?: 'route' | 'host';
    callers?: number;
  } = {}) => {
    const clock = new FakeClock();
    const states: string[] = [];
    const circuit = new CircuitBreaker({
      guards,
      clock,
      onChange: (state) => states.push(state),
    });
    let number = 0;
    const call = (outcome: 'succeeded' | 'failed' | 'unused', of: Partial<CircuitCall> = {}): boolean => {
      number += 1;
      const sent = { ...CALL, lane: laneOf(`caller ${number % callers}`), ...of };
      const permit = circuit.admit(sent);
      if (permit) circuit[outcome](permit, sent);
      return permit !== null;
    };
    const calls = (count: number, outcome: 'succeeded' | 'failed' | 'unused'): number =>
      Array.from({ length: count }, () => call(outcome)).filter(Boolean).length;
    return { clock, circuit, states, call, calls };
  };

  it('opens when more than half of at least 20 calls fail', () => {
    const { states, calls } = opened();
    expect(calls(10, 'succeeded')).toBe(10);
    expect(calls(10, 'failed')).toBe(10);
    expect(states).toEqual([]);
    expect(calls(10, 'failed')).toBe(1);
    expect(states).toEqual(['open']);
  });

  it('does not open for a few failures, nor for failures more than ten seconds old', () => {
    const { clock, states, calls } = opened();
    expect(calls(19, 'failed')).toBe(19);
    clock.skip(11_000);
    expect(calls(19, 'failed')).toBe(19);
    clock.skip(60_000);
    expect(calls(19, 'failed')).toBe(19);
    expect(states).toEqual([]);
  });

  it('drops the oldest second first', () => {
    const { clock, states, calls } = opened();
    calls(30, 'succeeded');
    clock.skip(5000);
    calls(15, 'failed');
    expect(states).toEqual([]);
    clock.skip(5500);
    calls(5, 'failed');
    expect(states).toEqual(['open']);
  });

  it('lets one trial call through after two seconds, and closes when it succeeds', () => {
    const { clock, circuit, states, calls, call } = opened();
    calls(20, 'failed');
    clock.skip(1900);
    expect(call('succeeded')).toBe(false);
    clock.skip(200);
    const trial = circuit.admit(CALL);
    expect([trial, circuit.admit(CALL)]).toEqual(['trial', null]);
    circuit.succeeded('trial', CALL);
    expect(states).toEqual(['open', 'half-open', 'closed']);
    // Earlier failures no longer count.
    expect(calls(19, 'failed')).toBe(19);
    expect(states).toHaveLength(3);
  });

  it('stays open for two more seconds when the trial fails', () => {
    const { clock, calls, call } = opened();
    calls(20, 'failed');
    clock.skip(2100);
    expect(call('failed')).toBe(true);
    clock.skip(1900);
    expect(call('failed')).toBe(false);
    clock.skip(200);
    expect(call('succeeded')).toBe(true);
    expect(calls(3, 'succeeded')).toBe(3);
  });

  it('passes the trial to the next call if it was not sent', () => {
    const { clock, calls, call, states } = opened();
    calls(20, 'failed');
    clock.skip(2100);
    expect(call('unused')).toBe(true);
    expect(call('succeeded')).toBe(true);
    expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'closed']);
  });

  it('rejects calls that were queued when it opened, and ignores outcomes of calls sent before', () => {
    const { circuit, calls, states } = opened();
    const waiting = circuit.admit(CALL);
    const sent = circuit.admit(CALL);
    calls(20, 'failed');
    expect(waiting && circuit.stillAdmits(waiting)).toBe(false);
    if (sent) circuit.failed(sent, CALL);
    expect(states).toEqual(['open']);
  });

  it.each([1, 2])('does not open for %i callers, whatever fails', (callers) => {
    const { states, calls } = opened({ callers });
    expect(calls(200, 'failed')).toBe(200);
    expect(states).toEqual([]);
  });

  it('does not open for three callers who fail while as many others succeed, and lets one of these try first', () => {
    const { clock, states, call } = opened();
    const all = (outcome: 'succeeded' | 'failed', names: readonly string[]) =>
      names.map((name) => call(outcome, { lane: laneOf(name) }));
    for (let round = 0; round < 20; round += 1) {
      all('succeeded', ['ben', 'cem', 'dan']);
      for (let times = 0; times < 5; times += 1) all('failed', ['x', 'y', 'z']);
    }
    expect(states).toEqual([]);
    all('failed', ['w', 'x']);
    expect(states).toEqual(['open']);
    clock.skip(2100);
    expect(all('failed', ['x', 'y', 'z'])).toEqual([false, false, false]);
    expect(all('succeeded', ['ben'])).toEqual([true]);
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('does not count callers whose calls failed more than ten seconds ago', () => {
    const { clock, states, call, calls } = opened({ callers: 1 });
    call('failed', { lane: laneOf('early') });
    call('failed', { lane: laneOf('also early') });
    clock.skip(11_000);
    calls(50, 'failed');
    expect(states).toEqual([]);
    call('failed', { lane: laneOf('second') });
    call('failed', { lane: laneOf('third') });
    expect(states).toEqual(['open']);
  });

  it('opens for a host only when three routes fail', () => {
    const { states, call, calls } = opened({ guards: 'host' });
    expect(calls(50, 'failed')).toBe(50);
    call('failed', { route: 'GET /class' });
    expect(states).toEqual([]);
    call('failed', { route: 'GET /badge' });
    expect(states).toEqual(['open']);
  });

  it('tries a call that must not be repeated only if no other comes for three more seconds', () => {
    const { clock, call, calls } = opened();
    calls(20, 'failed');
    clock.skip(4900);
    expect(call('succeeded', { retryable: false })).toBe(false);
    clock.skip(200);
    expect(call('succeeded', { retryable: false })).toBe(true);
  });
});
