import type { Course, Lesson, Level, Objective } from './course.ts';

interface LessonOutline {
  id: string;
  name: string;
  about: string;
  minutes: number;
  /** Lessons to complete first. */
  after?: string[];
  assessment?: boolean;
  instructorGraded?: boolean;
  public?: boolean;
  launch?: string[];
  children?: LessonOutline[];
}

interface LevelOutline {
  id: string;
  name: string;
  /** Levels to complete first. */
  after?: string[];
  lessons: LessonOutline[];
}

interface CourseOutline {
  id: string;
  name: string;
  about: string;
  cover?: string;
  managers?: string[];
  objectives: { id: string; name: string; lessons: string[] }[];
  levels: LevelOutline[];
}

/** The essentials of a course; everything else is derived from the IDs. */
export function course(outline: CourseOutline): Course {
  return {
    courseId: outline.id,
    name: outline.name,
    description: outline.about,
    profilePic: `img-${outline.id}`,
    coverPhoto: outline.cover ?? null,
    managerIds: outline.managers ?? ['u-beatriz'],
    objectives: outline.objectives.map(objective),
    levels: outline.levels.map((level) => levelOf(outline.id, level)),
  };
}

function objective({ id, name, lessons }: CourseOutline['objectives'][number]): Objective {
  return { objectiveId: id, name, lessonIds: lessons };
}

function levelOf(courseId: string, outline: LevelOutline): Level {
  return {
    levelId: outline.id,
    name: outline.name,
    prerequisites: outline.after ?? [],
    lessons: outline.lessons.map((lesson) => lessonOf(courseId, lesson)),
  };
}

function lessonOf(courseId: string, outline: LessonOutline): Lesson {
  return {
    lessonId: outline.id,
    courseId,
    name: outline.name,
    description: outline.about,
    profilePic: `img-${outline.id}`,
    coverPhoto: `img-${outline.id}-cover`,
    media: `https://media.school.example/lessons/${outline.id}.mp4`,
    isAssessment: outline.assessment ?? false,
    expectedCompletionTime: outline.minutes,
    instructorGraded: outline.instructorGraded ?? false,
    public: outline.public ?? true,
    childLessons: (outline.children ?? []).map((lesson) => lessonOf(courseId, lesson)),
    launchParameters: outline.launch ?? [],
    prerequisites: outline.after ?? [],
  };
}
