import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Seals, unsealed } from '../../src/events/seals.ts';
import { ANY_CHARACTER } from '../support/any-character.ts';
import { FakeClock } from '../support/fake-clock.ts';

const TTL = 60_000;
const text = fc.string({ unit: ANY_CHARACTER, maxLength: 40 });

const sealsWith = (clock: FakeClock, signing: string, also: string | null = null) => {
  const rejected: string[] = [];
  const options = {
    clock,
    secrets: () => ({ signing, also }),
    rejected: (kind: string) => rejected.push(kind),
  };
  return { seals: new Seals(options), rejected };
};

describe('a sealed value', () => {
  it('is what was sealed, for as long as it may last, also while the secret is rotated', () => {
    fc.assert(
      fc.property(text, text, (name, value) => {
        const clock = new FakeClock();
        const stored = sealsWith(clock, 'one').seals.seal(name, value, TTL);
        const { seals, rejected } = sealsWith(clock, 'two', 'one');
        expect(seals.open('binding', name, stored)).toBe(value);
        expect(unsealed(stored)).toBe(value);
        clock.jump(TTL);
        expect(seals.open('binding', name, stored)).toBeNull();
        expect(rejected).toEqual([]);
      }),
    );
  });

  it('is worth nothing under another name, changed in any way, or made without the secret', () => {
    const clock = new FakeClock();
    const { seals } = sealsWith(clock, 'secret');
    fc.assert(
      fc.property(text, text, text, fc.nat(), (name, value, other, at) => {
        const stored = seals.seal(name, value, TTL);
        const [version, expiresAt, mac] = stored.split(' ');
        const forged = [
          [other === name ? `${name}.` : other, stored],
          [name, `${version} ${Number(expiresAt) + 1 + at} ${mac} ${value}`],
          [name, `${version} ${expiresAt} ${mac} ${value}${other || '.'}`],
          [name, sealsWith(clock, 'guessed').seals.seal(name, value, TTL)],
          [name, value],
        ] as const;
        for (const [under, found] of forged) {
          const { seals: reader, rejected } = sealsWith(clock, 'secret');
          expect(reader.open('caller', under, found)).toBeNull();
          expect(rejected).toEqual(['caller']);
        }
      }),
    );
  });
});
