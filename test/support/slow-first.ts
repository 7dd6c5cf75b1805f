import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOW = /@module-tag slow|tags: .*'slow'/;

/** Starts files with slow tests first, so that none of them runs alone at the end. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { slow = [], quick = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      SLOW.test(readFileSync(moduleId, 'utf8')) ? 'slow' : 'quick',
    );
    return [...slow, ...quick];
  }
}
