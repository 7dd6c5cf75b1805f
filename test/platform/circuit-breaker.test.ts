import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from '../../src/platform/circuit-breaker.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('a circuit breaker', () => {
  const opened = () => {
    const clock = new FakeClock();
    const states: string[] = [];
    const circuit = new CircuitBreaker(clock, (state) => states.push(state));
    const call = (outcome: 'succeeded' | 'failed' | 'unused'): boolean => {
      const permit = circuit.admit();
      if (permit) circuit[outcome](permit);
      return permit !== null;
    };
    const calls = (count: number, outcome: 'succeeded' | 'failed' | 'unused'): number =>
      Array.from({ length: count }, () => call(outcome)).filter(Boolean).length;
    return { clock, circuit, states, call, calls };
  };

  it('opens when more than half of at least 50 calls fail', () => {
    const { states, calls } = opened();
    expect(calls(25, 'succeeded')).toBe(25);
    expect(calls(25, 'failed')).toBe(25);
    expect(states).toEqual([]);
    expect(calls(10, 'failed')).toBe(1);
    expect(states).toEqual(['open']);
  });

  it('does not open for a few failures, nor for failures more than ten seconds old', () => {
    const { clock, states, calls } = opened();
    expect(calls(49, 'failed')).toBe(49);
    clock.skip(11_000);
    expect(calls(49, 'failed')).toBe(49);
    clock.skip(60_000);
    expect(calls(49, 'failed')).toBe(49);
    expect(states).toEqual([]);
  });

  it('drops the oldest second first', () => {
    const { clock, states, calls } = opened();
    calls(60, 'succeeded');
    clock.skip(5000);
    calls(45, 'failed');
    expect(states).toEqual([]);
    clock.skip(5500);
    calls(5, 'failed');
    expect(states).toEqual(['open']);
  });

  it('lets one trial call through after two seconds, and closes when it succeeds', () => {
    const { clock, circuit, states, calls, call } = opened();
    calls(50, 'failed');
    clock.skip(1900);
    expect(call('succeeded')).toBe(false);
    clock.skip(200);
    const trial = circuit.admit();
    expect([trial, circuit.admit()]).toEqual(['trial', null]);
    circuit.succeeded('trial');
    expect(states).toEqual(['open', 'half-open', 'closed']);
    // Earlier failures no longer count.
    expect(calls(40, 'failed')).toBe(40);
    expect(states).toHaveLength(3);
  });

  it('stays open for two more seconds when the trial fails', () => {
    const { clock, calls, call } = opened();
    calls(50, 'failed');
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
    calls(50, 'failed');
    clock.skip(2100);
    expect(call('unused')).toBe(true);
    expect(call('succeeded')).toBe(true);
    expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'closed']);
  });

  it('rejects calls that were queued when it opened, and ignores outcomes of calls sent before', () => {
    const { circuit, calls, states } = opened();
    const waiting = circuit.admit();
    const sent = circuit.admit();
    calls(50, 'failed');
    expect(waiting && circuit.stillAdmits(waiting)).toBe(false);
    if (sent) circuit.failed(sent);
    expect(states).toEqual(['open']);
  });
});
