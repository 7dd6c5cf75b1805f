/** One HTTP request of a workload. */
export interface GraphQLRequest {
  operationName: string;
  query: string;
}

/** The repeated work of one client. */
export interface Workload {
  id: WorkloadId | 'growth';
  title: string;
  /** Operations in flight, if different from the number of connections. */
  inFlight?: number;
  /** Every request has a document never sent before. */
  isNew?: boolean;
  /** Sent concurrently by one user; the unit is complete when all have responses. */
  requests: readonly GraphQLRequest[];
}

export const WORKLOADS = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6'] as const;
export type WorkloadId = (typeof WORKLOADS)[number];

/** Names an operation as its document does. */
export function request(query: string): GraphQLRequest {
  const operationName = /^query (\w+)/.exec(query)?.[1];
  if (operationName === undefined) throw new Error('an operation of a workload has no name');
  return { operationName, query };
}

const me = request('query Me { me { id handle firstName lastName profilePicId role email } }');

/** Every contestant gets the same documents; `raw` selects by operation name. */
export const workloads: readonly (Workload & { id: WorkloadId })[] = [
  { id: 'W1', title: 'the own profile', requests: [me] },
  {
    id: 'W2',
    title: '100 courses',
    requests: [
      request(`query Courses {
  courses(first: 100) {
    nodes { id name description profilePicId coverPhotoId }
    totalCount
  }
}`),
    ],
  },
  {
    id: 'W3',
    title: '20 classes with students, 5 courses with objectives',
    requests: [
      request(`query Classes {
  classes(first: 20) {
    nodes {
      id
      name
      course { id name objectives { id name } }
      students { id user { id handle firstName lastName profilePicId } }
    }
    totalCount
  }
}`),
    ],
  },
  {
    id: 'W4',
    title: 'a course with levels, objectives and performance, 60 KB',
    requests: [
      request(`query Course {
  course(id: "c-large") {
    id
    name
    description
    levels {
      id
      name
      lessons {
        id name description profilePicId coverPhotoId media isAssessment expectedCompletionTime instructorGraded
      }
    }
    objectives {
      id
      name
      lessonIds
      performance { skill skillDescription score lessonScores { lessonId score scoreType } }
    }
  }
}`),
    ],
  },
  { id: 'W5', title: '`__typename`', requests: [request('query Typename { __typename }')] },
  {
    id: 'W6',
    title: 'a screen of four operations at once',
    requests: [
      me,
      request(`query ScreenClasses {
  classes(first: 10) {
    nodes {
      id
      name
      course { id name profilePicId }
      instructors { id user { id handle firstName lastName } }
    }
    totalCount
  }
}`),
      request('query Unread { me { id notifications(first: 10) { nodes { id text path } totalCount } } }'),
      request('query Rank { leaderboardRank { rank score user { id handle } } }'),
    ],
  },
];
