/** The upstream's rows as the contestants other than the gateway read them: without validation. */
export interface UserRow {
  userId: string;
  handle?: string;
  firstName?: string;
  lastName?: string;
  profilePic?: string;
  role?: string;
  email?: string;
}
export interface CourseRow {
  courseId: string;
  name: string;
  description: string;
  profilePic: string;
  coverPhoto: string | null;
}
export interface ObjectiveRow {
  objectiveId: string;
  name: string;
  lessonIds: string[];
}
export interface PerformanceRow {
  objectiveId: string;
  skill: number;
  skillDescription: string | null;
  score: number | null;
  lessonScores: { lessonId: string; score: number | null; scoreType: string }[];
}
export interface LessonRow {
  lessonId: string;
  name: string;
  description: string;
  profilePic: string;
  coverPhoto: string;
  media: string;
  isAssessment: boolean;
  expectedCompletionTime: number;
  instructorGraded: boolean;
}
export interface LevelsRow {
  levels: { levelId: string; name: string; lessons: LessonRow[] }[];
}
export interface ClassRow {
  groupId: string;
  name: string;
  course: CourseRow;
}
export interface StructureRow extends ClassRow {
  instructors: { instructorId: string; user: UserRow }[];
  students: { studentId: string; user: UserRow }[];
}
export interface NotificationRow {
  notificationId: string;
  text: string;
  path?: string;
}
export interface RankRow {
  userId: string;
  score: number;
  rank: number;
}
export interface PageRow<Row> {
  docs: Row[];
  total: number;
}
