import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { Random } from './random.ts';

const SLOW = /@module-tag slow|tags: .*'slow'/;

/**
 * Starts files with slow tests first, so that none of them runs alone at the end. With `--sequence.shuffle`, the seed decides the
 * order.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) return shuffled(files, new Random(seed));
    const sorted = await super.sort(files);
    const { slow = [], quick = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      SLOW.test(readFileSync(moduleId, 'utf8')) ? 'slow' : 'quick',
    );
    return [...slow, ...quick];
  }
}

function shuffled(files: readonly TestSpecification[], random: Random): TestSpecification[] {
  const inOrder = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  const places = new Map(inOrder.map((file) => [file, random.next()]));
  return inOrder.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}
