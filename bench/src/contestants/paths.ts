/** Upstream URLs. */
const pathOf = (route: string, query: Record<string, string | number | boolean> = {}): string => {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return search.length === 0 ? route : `${route}?${search.join('&')}`;
};

export const paths = {
  profile: '/user/v1/my/profile',
  rank: '/leaderboard/v1/rank',
  courses: (first: number) => pathOf('/edu/v1/course/list', { limit: first, page: 1 }),
  course: (courseId: string) => pathOf('/edu/v1/course', { courseId }),
  levels: (courseId: string) => pathOf('/edu/v1/course/levels', { courseId }),
  objectives: (courseId: string) => pathOf('/edu/v1/course/objectives', { courseId }),
  performance: (courseId: string) => pathOf('/edu/v1/course/objectives/performance', { courseId }),
  classes: (first: number) => pathOf('/edu/v1/class/list', { limit: first, page: 1 }),
  structure: (classId: string) => pathOf('/edu/v1/class/structure', { classId }),
  notifications: (first: number) =>
    pathOf('/notifications/v1', { acknowledge: false, limit: first, page: 1 }),
};
