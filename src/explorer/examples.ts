/** Example operations that both explorers open with. */
export const EXAMPLES = `# The classes of the signed-in student, in one request.
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

# A course with its levels, and which lessons are locked for a student.
query CourseWithLocks($studentId: ID = "s-first-aid-spring-ana") {
  course(id: "c-first-aid") {
    name
    levels {
      name
      lessons { name locked(studentId: $studentId) }
    }
  }
}

# The top of the leaderboard, and your own rank.
query Leaderboard {
  leaderboard(first: 5) { nodes { rank score userId user { handle } } }
  leaderboardRank { rank score }
}

# Subscribe in one tab, send in another. The first item is the current position.
subscription Notifications {
  notificationReceived { cursor replayed gap { reason } notification { text } }
}

mutation SendToMyself {
  sendNotification(input: { receiverId: "u-ana", text: "Hello from the explorer" }) {
    notification { id text }
  }
}

mutation TakeNote {
  createNote(input: { text: "Ask about the field exam", courseId: "c-first-aid" }) {
    note { id text course { name } }
  }
}
`;
