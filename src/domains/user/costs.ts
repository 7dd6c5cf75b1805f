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
  isCommonField,
  listFriends,
  listRandomUsers,
  readCoverPhoto,
  readOwnProfile,
  readProfilePicture,
  searchUsers,
  userRow,
} from '../../platform/routes/user.ts';

const own = once(readOwnProfile);
const friends = once(listFriends);

/** A field that only the signed-in user has. */
const ofCaller = (...calls: CallRule[]): FieldCost => ({ calls: [own, ...calls], ofCaller: true });

/** Members that not every route of users returns: `User` shows them from the caller's profile alone. */
const ownMembers = Object.fromEntries(
  Object.keys(userRow.properties)
    .filter((member) => !isCommonField(member))
    .map((member) => [`User.${member}`, ofCaller()]),
);

/** A user that a record names by ID, looked up in the caller's profile and the list of friends. */
const reference: FieldCost = costs(own, friends);

export const userCosts: FieldCosts = {
  'Query.me': costs(own),
  'Mutation.createAnonymousUser': costs(unshared(createAnonymousUser)),
  'Query.searchUsers': { calls: [pages(searchUsers)], distinct: pagesRead },
  'Query.randomUsers': { calls: [unshared(listRandomUsers)], distinct: () => 1 },
  ...ownMembers,
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
