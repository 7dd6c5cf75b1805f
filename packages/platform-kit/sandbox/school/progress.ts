/** A student's result in one lesson. Lock status and objective performance are computed from results. */
export interface LessonResult {
  lessonId: string;
  completed: boolean;
  score: number | null;
  /** Scores for single objectives of the course, instead of the lesson as a whole. */
  objectiveScores: Record<string, number>;
}

const done = (
  lessonId: string,
  score: number | null = null,
  objectiveScores: Record<string, number> = {},
): LessonResult => ({ lessonId, completed: true, score, objectiveScores });

const tried = (lessonId: string, score: number): LessonResult => ({
  lessonId,
  completed: false,
  score,
  objectiveScores: {},
});

/** Results by student ID. Students without an entry have not started. */
export const progress: Readonly<Record<string, readonly LessonResult[]>> = {
  's-first-aid-spring-ana': [
    done('l-scene-safety', 92, { 'o-assess-scene': 95 }),
    done('l-primary-survey', 88),
    done('l-airway', 90),
    done('l-breathing'),
    done('l-bleeding', 71),
    tried('l-tourniquet', 48),
    done('l-heat', 96),
  ],
  's-first-aid-spring-tomas': [done('l-scene-safety', 64)],
  's-first-aid-spring-priya': [
    done('l-scene-safety', 99),
    done('l-primary-survey', 97, { 'o-assess-scene': 98 }),
    done('l-bleeding', 93),
    done('l-tourniquet', 94, { 'o-control-bleeding': 96 }),
    done('l-heat', 90),
    done('l-cold', 95),
    done('l-evacuation', 91),
  ],
  's-first-aid-spring-kofi': [done('l-scene-safety', 80), tried('l-primary-survey', 40)],
  's-first-aid-spring-noor': [done('l-scene-safety', 85), done('l-primary-survey', 77)],
  's-land-nav-ridge-ana': [
    done('l-contours', 89),
    done('l-grid', 93),
    done('l-bearing', 74),
    done('l-pace-count'),
    tried('l-resection', 55),
  ],
  's-land-nav-night-ana': [done('l-contours', 90)],
  's-land-nav-ridge-tomas': [done('l-contours', 60), done('l-grid', 66)],
  's-radio-evening-ana': [done('l-phonetic', 100), done('l-prowords', 82), done('l-antenna', 75)],
  's-weather-club-ana': [done('l-high-clouds', 91), done('l-low-clouds', 84)],
  's-knots-juniors-mina': [done('l-figure-eight', 70), done('l-bowline', 65)],
  's-knots-juniors-noor': [done('l-figure-eight', 95), done('l-bowline', 96), done('l-clove-hitch', 91)],
  's-kitchen-kids-mina': [done('l-red-cabbage', 100)],
  's-first-aid-vanguard-okafor': [
    done('l-scene-safety', 100),
    done('l-primary-survey', 98),
    done('l-bleeding', 97),
    done('l-tourniquet', 99, { 'o-control-bleeding': 100 }),
    done('l-heat', 93),
    done('l-cold', 92),
    done('l-evacuation', 95),
    done('l-first-aid-exam', 96),
  ],
  's-first-aid-vanguard-reyes': [done('l-scene-safety', 90), done('l-primary-survey', 85)],
  's-range-vanguard-reyes': [done('l-four-rules', 100), done('l-range-commands', 98)],
};
