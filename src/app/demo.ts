import type { Demo } from 'learning-platform-explorer';
import { authorizationOf, credentialOfPlugin } from '../platform/credential.ts';

const ME = `query Me {
  me { handle firstName userType }
  classes(first: 2) {
    nodes { name }
  }
}`;
const AWARDS = `query Awards {
  badgeAssertions(userIds: ["u-ana", "u-mina"]) {
    userId
    name
  }
}`;

interface DemoPlatform {
  consoleUrl: string;
  credentials: {
    student: string;
    instructor: string;
    child: string;
    plugin: { clientId: string; clientSecret: string };
  };
}

/** The demo identities of the embedded platform, for the gateway's pages. */
export function demoOf({ credentials, consoleUrl }: DemoPlatform): Demo {
  const { student, instructor, child, plugin } = credentials;
  return {
    identities: [
      {
        id: 'student',
        role: 'Student',
        about: 'Ana Ferreira takes several courses and owns an app that requests an authority to operate.',
        authorization: `Bearer ${student}`,
        document: ME,
      },
      {
        id: 'instructor',
        role: 'Instructor',
        about: 'Marcus Oyelaran teaches classes and reads the progress of their students.',
        authorization: `Bearer ${instructor}`,
        document: ME,
      },
      {
        id: 'child',
        role: 'Child',
        about: 'Mina Nwosu is a child with an account that her parents restrict.',
        authorization: `Bearer ${child}`,
        document: ME,
      },
      {
        id: 'plugin',
        role: 'Plugin',
        about: 'An AI plugin reads and writes records of two organizations. It has no user.',
        authorization: authorizationOf(credentialOfPlugin(plugin)),
        document: AWARDS,
      },
    ],
    consoleUrl,
  };
}
