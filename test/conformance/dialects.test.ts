import { runConformance } from 'learning-platform-kit/conformance/run';
import { DIALECTS } from 'learning-platform-kit/sandbox';
import { describe, expect, it } from 'vitest';
import { platformOf, thisGateway } from '../../src/cli/conformance-settings.ts';
import { readConformance } from '../../src/config/config.ts';
import { fullSchool, startTriedPlatform } from './platform.ts';

describe.each(DIALECTS)('a platform that speaks the dialect %s', (dialect) => {
  it('conforms in every route', async () => {
    const platform = await startTriedPlatform(fullSchool, dialect);
    const { routes } = await runConformance({
      ...platformOf(readConformance(platform.environment)),
      writes: 'all',
      strict: false,
      isSelected: () => true,
      gateway: thisGateway(),
    });
    await platform.sandbox.close();
    expect(routes.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
    const wrong = routes.flatMap(({ route, findings }) =>
      findings.flatMap(({ isDifference, kind, member, found }) =>
        isDifference ? [`${route}: ${kind} ${member} ${found}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
    const forms = routes.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'form'));
    expect(forms.length > 0).toBe(dialect !== 'plain');
  });
});
