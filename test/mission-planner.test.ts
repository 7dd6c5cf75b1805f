import { describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { countByRoute } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('the mission planner', () => {
  const gateway = suiteGateway();

  it('finds capabilities among the badges of courses and objectives', async () => {
    const { data, calls } = await gateway.plugin(
      `{ capabilities(term: " FIRST aid ") { id name type description proficiency } all: capabilities { id } }`,
    );
    expect(data.capabilities).toContainEqual({
      id: 'b-c-first-aid',
      name: 'Field First Aid',
      type: 'course',
      description: 'Completed Field First Aid.',
      proficiency: 3,
    });
    expect(data.all.length).toBeGreaterThan(data.capabilities.length);
    expect(calls.toSorted()).toEqual(['GET /plugin/v2/ai/badge/course', 'GET /plugin/v2/ai/badge/objective']);
  });

  it('finds capabilities by tags and names in any documented form', async () => {
    gateway.faults.set(
      'GET /plugin/v2/ai/badge/course',
      json([
        { badgeId: 'b-1', tags: [{ label: 'Sailing' }] },
        { badgeId: 'b-2', name: 7, tags: ['sailing', 'sea'] },
        { badgeId: 'b-3', tags: { label: 'knots' } },
      ]),
    );
    const { data } = await gateway.plugin(`{ capabilities(term: "sailing") { id } }`);
    const ids = data.capabilities.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['b-1', 'b-2']));
    expect(ids).not.toContain('b-3');
  });

  it('finds candidates, those with the most capabilities first', async () => {
    const { data, calls } =
      await gateway.plugin(`{ candidates(capabilityIds: ["b-c-first-aid", "b-o-read-map", "b-o-assess-scene"]) {
        userId capabilityIds capabilities { id name } learner { learningRecord { badgeIds } }
      } }`);
    expect(data.candidates).toEqual([
      {
        userId: 'u-ana',
        capabilityIds: ['b-o-read-map', 'b-o-assess-scene'],
        capabilities: [
          { id: 'b-o-read-map', name: 'Read a topographic map' },
          { id: 'b-o-assess-scene', name: 'Assess a scene' },
        ],
        learner: { learningRecord: { badgeIds: ['b-o-assess-scene', 'b-o-read-map'] } },
      },
      {
        userId: 'u-okafor',
        capabilityIds: ['b-c-first-aid'],
        capabilities: [{ id: 'b-c-first-aid', name: 'Field First Aid' }],
        learner: { learningRecord: { badgeIds: ['b-c-first-aid', 'b-o-evacuate'] } },
      },
    ]);
    expect(calls.toSorted()).toEqual([
      'GET /plugin/v2/ai/badge/course',
      'GET /plugin/v2/ai/badge/objective',
      'GET /plugin/v2/ai/record-data',
    ]);
  });

  it('reads the badges of all users in one call if the records do not list them', async () => {
    gateway.faults.set(
      'GET /plugin/v2/ai/record-data',
      json({ data: [{ userId: 'u-ana' }, { userId: 'u-reyes', level: 3 }] }),
    );
    const { data, calls } = await gateway.plugin(
      `{ candidates(capabilityIds: ["b-o-range-rules"]) { learner { userId badgeAssertions { name } otherSkills { skills } learningRecord { userId badgeIds extra } } } }`,
    );
    expect(data.candidates).toEqual([
      {
        learner: {
          userId: 'u-reyes',
          badgeAssertions: [{ name: 'Apply the rules' }],
          otherSkills: [{ skills: expect.any(Array) }],
          learningRecord: { userId: 'u-reyes', badgeIds: null, extra: { level: 3 } },
        },
      },
    ]);
    expect(countByRoute(calls)['GET /plugin/v2/ai/badge/assertion']).toBe(1);
    expect(calls).toContain('GET /plugin/v2/ai/badge/assertion?userIds=u-ana%2Cu-reyes');
  });

  it('shows a requested capability that is in no list of badges by its ID alone', async () => {
    gateway.faults.set('GET /plugin/v2/ai/record-data', json([{ userId: 'u-ana', badgeIds: ['b-own'] }]));
    const { data } = await gateway.plugin(
      '{ candidates(capabilityIds: ["b-own"]) { userId capabilityIds capabilities { id name } } }',
    );
    expect(data.candidates).toEqual([{ userId: 'u-ana', capabilityIds: ['b-own'], capabilities: [] }]);
  });
});
