/** An example operation. */
export interface Example {
  title: string;
  document: string;
  variables?: Readonly<Record<string, unknown>>;
}

/** The operations that the explorers open with. They run as the student of the embedded platform by default. */
export const EXAMPLES: readonly Example[] = [
  {
    title: 'My classes',
    document: `# The classes of the signed-in user, with their courses and members, in one request.
query MyClasses {
  me { handle firstName }
  classes(first: 3) {
    nodes {
      id
      name
      course { name objectives { name } }
      students { user { handle } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    title: 'Locked lessons',
    document: `# A course with its levels, and which lessons are still locked for a student.
query CourseWithLocks($studentId: ID!) {
  course(id: "c-first-aid") {
    name
    levels {
      name
      lessons { name locked(studentId: $studentId) }
    }
  }
}
`,
    variables: { studentId: 's-first-aid-spring-ana' },
  },
  {
    title: 'Leaderboard',
    document: `# The top of the leaderboard, and your own rank.
query Leaderboard {
  leaderboard(first: 5) { nodes { rank score userId user { handle } } }
  leaderboardRank { rank score }
}
`,
  },
  {
    title: 'Notifications, live',
    document: `# Run it, then send a notification from the next tab. The first item is the position
# of the stream. After a lost connection it continues after the last item received.
subscription Notifications {
  notificationReceived {
    cursor
    replayed
    gap { reason }
    notification { text }
  }
}
`,
  },
  {
    title: 'Send a notification',
    document: `mutation SendToMyself($text: String!) {
  sendNotification(input: { receiverId: "u-ana", text: $text }) {
    notification { id text }
  }
}
`,
    variables: { text: 'Hello from the explorer' },
  },
  {
    title: 'Write a note',
    document: `mutation TakeNote {
  createNote(input: { text: "Ask about the field exam", courseId: "c-first-aid" }) {
    note { id text course { name } }
  }
}
`,
  },
];

/** All examples as one document, for explorers that open with a single one. */
export const EXAMPLE_DOCUMENT = EXAMPLES.map(({ document }) => document).join('\n');
