import {
  costs,
  type FieldCost,
  type FieldCosts,
  once,
  pages,
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

/** A user that a record names by ID, looked up in the own profile and the list of friends. */
const reference: FieldCost = costs(own, friends);

export const userCosts: FieldCosts = {
  'Query.me': costs(own),
  'Mutation.createAnonymousUser': costs(unshared(createAnonymousUser)),
  'Query.searchUsers': costs(pages(searchUsers)),
  'Query.randomUsers': costs(unshared(listRandomUsers)),
  'User.parentFlags': costs(own),
  'User.position': costs(own),
  'User.role': costs(own),
  'User.organizationRoles': costs(own),
  'User.email': costs(own),
  'User.trainer': costs(own),
  'User.trainee': costs(own),
  'User.militaryGrade': costs(own),
  'User.displayRank': costs(own),
  'User.displayDutyTitle': costs(own),
  'User.gender': costs(own),
  'User.civilianGrade': costs(own),
  'User.civilianBand': costs(own),
  'User.jobSeriesNumber': costs(own),
  'User.jobTitle': costs(own),
  // Only the signed-in user has them, so they are one list wherever they are selected.
  'User.friends': {
    calls: [own, friends],
    yields: ({ result, assumedSize }) => ({
      ...result,
      key: 'friends',
      count: assumedSize('User.friends'),
    }),
  },
  'User.profileImage': costs(own, once(readProfilePicture)),
  'User.coverImage': costs(own, once(readCoverPhoto)),
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
