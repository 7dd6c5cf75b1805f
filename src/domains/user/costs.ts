import {
  type CallRule,
  costs,
  type FieldCost,
  type FieldCosts,
  once,
  pages,
  pagesRead,
  perParent,
  unshared,
} from '../../graph/cost.ts';
import { readNote } from '../../platform/routes/note.ts';
import { listNotifications } from '../../platform/routes/notification.ts';
import {
  createAnonymousUser,
  listFriends,
  listRandomUsers,
  readCoverPhoto,
  readOwnProfile,
  readProfilePicture,
  searchUsers,
} from '../../platform/routes/user.ts';

const own = once(readOwnProfile);
const friends = once(listFriends);

/** A field that only the signed-in user has. */
const ofCaller = (...calls: CallRule[]): FieldCost => ({ calls: [own, ...calls], ofCaller: true });

/** A user that a record names by ID, looked up in the own profile and the list of friends. */
const reference: FieldCost = costs(own, friends);

export const userCosts: FieldCosts = {
  'Query.me': costs(own),
  'Mutation.createAnonymousUser': costs(unshared(createAnonymousUser)),
  'Query.searchUsers': { calls: [pages(searchUsers)], distinct: pagesRead },
  'Query.randomUsers': { calls: [unshared(listRandomUsers)], distinct: () => 1 },
  'User.parentFlags': ofCaller(),
  'User.position': ofCaller(),
  'User.role': ofCaller(),
  'User.organizationRoles': ofCaller(),
  'User.email': ofCaller(),
  'User.trainer': ofCaller(),
  'User.trainee': ofCaller(),
  'User.militaryGrade': ofCaller(),
  'User.displayRank': ofCaller(),
  'User.displayDutyTitle': ofCaller(),
  'User.gender': ofCaller(),
  'User.civilianGrade': ofCaller(),
  'User.civilianBand': ofCaller(),
  'User.jobSeriesNumber': ofCaller(),
  'User.jobTitle': ofCaller(),
  // They are one list wherever they are selected.
  'User.friends': {
    ...ofCaller(friends),
    distinct: () => 1,
    yields: ({ result, assumedSize }) => ({
      ...result,
      key: 'friends',
      count: assumedSize('User.friends'),
    }),
  },
  'User.profileImage': ofCaller(once(readProfilePicture)),
  'User.coverImage': ofCaller(once(readCoverPhoto)),
  'AtoRequest.user': reference,
  'BadgeAssertion.user': reference,
  'Candidate.user': reference,
  'LeaderboardEntry.user': reference,
  'LearningRecord.user': reference,
  // A list may lack the author's ID, which the note's own route returns.
  'Note.author': costs(...reference.calls, perParent(readNote)),
  'Note.user': reference,
  'Notification.receiver': reference,
  // Outside of the list, the sender's ID may come from the list.
  'Notification.sender': costs(...reference.calls, once(listNotifications)),
  'OtherSkills.user': reference,
};
