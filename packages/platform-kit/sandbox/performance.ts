import type { Static } from 'typebox';
import type { ObjectivePerformance as PerformanceResource } from '../contract/resources.ts';
import type { LessonResult, Objective } from './school.ts';

type ObjectivePerformance = Static<typeof PerformanceResource>;

/** Skill levels by minimum score; the contract names 0, 1 (Basic) and 3 (Expert). */
const SKILLS = [
  { from: 90, skill: 3, description: 'Expert' },
  { from: 70, skill: 2, description: 'Proficient' },
  { from: 0, skill: 1, description: 'Basic' },
];

/** A student's performance on one objective, computed from the results of its lessons. */
export function performanceIn(
  objective: Objective,
  results: ReadonlyMap<string, LessonResult>,
): ObjectivePerformance {
  const lessonScores = objective.lessonIds.map((lessonId) =>
    lessonScore(objective.objectiveId, lessonId, results.get(lessonId)),
  );
  const score = mean(lessonScores.flatMap((entry) => entry.score ?? []));
  const reached = SKILLS.find(({ from }) => score !== null && score >= from);
  return {
    objectiveId: objective.objectiveId,
    name: objective.name,
    skill: reached?.skill ?? 0,
    skillDescription: reached?.description ?? null,
    score,
    lessonScores,
  };
}

function lessonScore(
  objectiveId: string,
  lessonId: string,
  result: LessonResult | undefined,
): ObjectivePerformance['lessonScores'][number] {
  const objectiveScore = result?.objectiveScores[objectiveId];
  if (objectiveScore !== undefined) return { lessonId, score: objectiveScore, scoreType: 'objective' };
  const score = result?.score ?? null;
  return { lessonId, score, scoreType: score === null ? null : 'lesson' };
}

function mean(scores: number[]): number | null {
  if (scores.length === 0) return null;
  const sum = scores.reduce((total, score) => total + score, 0);
  return Math.round((sum / scores.length) * 10) / 10;
}
