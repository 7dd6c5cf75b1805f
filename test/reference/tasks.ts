/** What a front-end developer asks a coding assistant for, and the document that it writes. */
export interface Task {
  asks: string;
  document: string;
  variables: Readonly<Record<string, unknown>>;
  as: 'student' | 'instructor' | 'plugin';
  /** Paths that have a value in the response. */
  shows: readonly string[];
}

/**
 * Tasks of a front end. The documents were written by coding assistants that had seen nothing of this project but the Markdown
 * reference (`/schema.md`), before any of them was validated, and are kept as they were written.
 */
export const TASKS: readonly Task[] = [
  {
    asks: 'The home screen: greet me by name, and list my classes with their courses, ten at a time.',
    document: `query Home($first: Int) {
      me { id handle firstName lastName }
      classes(first: $first) {
        nodes {
          id
          name
          course { id name description profilePicId }
        }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    variables: { first: 10 },
    as: 'student',
    shows: ['me.firstName', 'classes.nodes.0.course.name'],
  },
  {
    asks: 'A class page: its course, the join code, the instructors, and every student with what the class knows of them.',
    document: `query ClassPage($id: ID!) {
      theClass: class(id: $id) {
        id
        name
        joinCode
        course { id name description profilePicId coverPhotoId }
        instructors {
          id
          userId
          user { id handle firstName lastName profilePicId }
          details { position role displayRank displayDutyTitle jobTitle }
        }
        students {
          id
          userId
          user { id handle firstName lastName profilePicId }
          details {
            ...StudentDetails
          }
        }
      }
    }

    fragment StudentDetails on ProfileDetails {
      position
      role
      organizationRoles { organizationId role }
      gender
      parentFlags { cameraDisabled proximityFriends }
      militaryGrade
      displayRank
      displayDutyTitle
      civilianGrade
      civilianBand
      jobSeriesNumber
      jobTitle
    }`,
    variables: { id: 'g-first-aid-spring' },
    as: 'student',
    shows: ['theClass.joinCode', 'theClass.instructors.0.userId', 'theClass.students.0.user.handle'],
  },
  {
    asks: 'The outline of a course with nested lessons, and a lock on each lesson that I may not open yet.',
    document: `query CourseOutline($courseId: ID!, $studentId: ID!) {
      course(id: $courseId) {
        id
        name
        levels {
          id
          name
          lessons {
            ...OutlineLesson
            childLessons {
              ...OutlineLesson
              childLessons {
                ...OutlineLesson
              }
            }
          }
        }
      }
    }

    fragment OutlineLesson on Lesson {
      id
      name
      isAssessment
      locked(studentId: $studentId)
    }`,
    variables: { courseId: 'c-first-aid', studentId: 's-first-aid-spring-ana' },
    as: 'student',
    shows: ['course.levels.0.lessons.0.locked', 'course.levels.0.lessons.0.name'],
  },
  {
    asks: 'My progress in a course: each objective with my score and the scores of its lessons.',
    document: `query CourseProgress($courseId: ID!) {
      course(id: $courseId) {
        id
        name
        objectives {
          id
          name
          performance {
            score
            skill
            skillDescription
            lessonScores {
              lessonId
              score
              scoreType
              lesson { id name }
            }
          }
        }
      }
    }`,
    variables: { courseId: 'c-first-aid' },
    as: 'student',
    shows: [
      'course.objectives.0.performance.skillDescription',
      'course.objectives.0.performance.lessonScores.0.lessonId',
    ],
  },
  {
    asks: 'The list behind the bell: my unread notifications, newest page first, with a count.',
    document: `query UnreadNotifications($first: Int) {
      me {
        id
        notifications(includeAcknowledged: false, first: $first) {
          totalCount
          nodes {
            id
            text
            textParameters
            path
            acknowledged
            createdDate
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    variables: { first: 20 },
    as: 'student',
    shows: ['me.notifications.nodes.0.text', 'me.notifications.nodes.0.id'],
  },
  {
    asks: 'Keep the bell up to date while the page is open, also after the connection was lost.',
    document: `subscription BellUpdates($after: String) {
      notificationReceived(after: $after) {
        cursor
        replayed
        gap { reason }
        notification {
          id
          text
          textParameters
          path
          acknowledged
          createdDate
        }
      }
    }`,
    variables: { after: null },
    as: 'student',
    shows: ['notificationReceived.cursor'],
  },
  {
    asks: 'Mark a notification as read when it is clicked.',
    document: `mutation MarkNotificationRead($input: AcknowledgeNotificationInput!) {
      acknowledgeNotification(input: $input) {
        notificationId
        notification { id acknowledged }
      }
    }`,
    variables: { input: { id: 'nt-exam' } },
    as: 'student',
    shows: ['acknowledgeNotification.notificationId'],
  },
  {
    asks: 'The leaderboard of some categories with my own rank below it, loading more as I scroll.',
    document: `query LeaderboardPage($categories: [String!], $first: Int, $after: String) {
      leaderboard(categories: $categories, first: $first, after: $after) {
        nodes {
          rank
          score
          userId
          user { id handle }
        }
        pageInfo { hasNextPage endCursor }
      }
      leaderboardRank(categories: $categories) {
        rank
        score
        userId
        user { id handle }
      }
    }`,
    variables: { categories: ['knots', 'weekly'], first: 25, after: null },
    as: 'student',
    shows: ['leaderboard.nodes.0.score', 'leaderboardRank.rank'],
  },
  {
    asks: 'For instructors: write a note about a student in a lesson, and show it without reloading.',
    document: `mutation WriteTrainingNote($input: CreateTrainingNoteInput!) {
      createTrainingNote(input: $input) {
        note {
          id
          text
          createdDate
          authorId
          author { id handle firstName lastName }
          studentId
          userId
          classId
          courseId
          lessonId
          lesson { id name }
        }
      }
    }`,
    variables: {
      input: {
        text: 'Checks the pulse first.',
        studentId: 's-first-aid-spring-ana',
        lessonId: 'l-tourniquet',
      },
    },
    as: 'instructor',
    shows: ['createTrainingNote.note.text', 'createTrainingNote.note.lessonId'],
  },
  {
    asks: 'A profile page: my picture, my friends, and my badges with the lesson that I got each for.',
    document: `query Profile {
      me {
        id
        handle
        firstName
        lastName
        profileImage { dataUri }
        friends {
          user { id handle firstName lastName profilePicId }
        }
        badgeAssertions {
          id
          badgeId
          name
          type
          image
          issuerName
          issuedOn
          lessonId
          lesson { id name }
        }
      }
    }`,
    variables: {},
    as: 'student',
    shows: ['me.profileImage.dataUri', 'me.friends.0.user.handle', 'me.badgeAssertions.0.name'],
  },
  {
    asks: 'The header of the app: my name, and how many notifications I have not read.',
    document: `query Header($first: Int) {
      me {
        firstName
        lastName
        handle
        notifications(first: $first) {
          totalCount
          nodes {
            id
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }`,
    variables: { first: 50 },
    as: 'student',
    shows: ['me.firstName', 'me.notifications.nodes.0.id'],
  },
  {
    asks: 'My first twenty courses, with their levels and the lessons of each.',
    document: `query MyCourses($first: Int, $after: String) {
      classes(first: $first, after: $after) {
        nodes {
          id
          name
          course {
            id
            name
            levels {
              id
              name
              lessons {
                id
                name
              }
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }`,
    variables: { first: 20, after: null },
    as: 'student',
    shows: ['classes.nodes.0.course.levels.0.lessons.0.name'],
  },
  {
    asks: 'Send a notification, and tell in the form whether the receiver sees it at once.',
    document: `mutation SendNotification($input: SendNotificationInput!) {
      sendNotification(input: $input) {
        notificationId
        streamed
      }
    }`,
    variables: {
      input: { receiverId: 'u-okafor', text: 'Your class starts in ten minutes.', persist: true },
    },
    as: 'student',
    shows: ['sendNotification.notificationId'],
  },
  {
    asks: 'As a plugin: the badges, other skills and learning records of three users in one request.',
    document: `query Learners($userIds: [ID!]!) {
      learners(userIds: $userIds) {
        userId
        badgeAssertions {
          id
          badgeId
          name
          type
          image
          issuerName
          issuedOn
        }
        otherSkills {
          hobbies
          skills
        }
        learningRecord {
          badgeIds
          extra
        }
      }
    }`,
    variables: { userIds: ['u-ana', 'u-okafor', 'u-kofi'] },
    as: 'plugin',
    shows: ['learners.0.badgeAssertions.0.name', 'learners.2.userId'],
  },
];
